; everyuri template

# RFC 6570 1.2: strings, lists and pairs
$ everyuri template --set var=value --set 'hello=Hello World!' '{var}' '{+hello}' 'X{#hello}' '{undef}'
> value
> Hello%20World!
> X#Hello%20World!
> 

# repeated options make lists and associative arrays
$ everyuri template --list list=red --list list=green --pair 'keys=semi=;' --pair keys=eq== '{list}' '{/list*}' '{?keys*}' '{keys}'
> red,green
> /red/green
> ?semi=%3B&eq=%3D
> semi,%3B,eq,%3D

# of two --set the last counts; a value may be empty and hold "="
$ everyuri template --set a=1 --set a=b=c --set e= '{?a,e}'
> ?a=b%3Dc&e=

# what is no template is an empty line
$ everyuri template '{' '{a:0}' 'a b'
> 
> 
> 
! everyuri: template: argument 1: byte 1: [...]
! everyuri: template: argument 2: byte 3: [...]
! everyuri: template: argument 3: byte 1: [...]
? 1

# JSON and tsv
$ everyuri template --set x=1 --format json '{?x}' '{'; everyuri template --set x=1 --format tsv '{?x}'
> {"uri":"{?x}","standard":"rfc3986","valid":true,"result":"?x=1"}
> {"uri":"{","standard":"rfc3986","valid":false,"error":{"at":1,"clause":"RFC 6570 2.3","message":"[...]"}}
> uri	valid	result
> {?x}	true	?x=1

# --match finds the values, decoded but for those of + and #
$ everyuri template --match 'http://h/{x}{?q}' http://h/a%20b 'http://h/?q=%C3%A9' http://h/a/b; everyuri template --match 'h{+p}' h/a%20b
> x	a b
> q	\N
> 
> x	
> q	é
> 
> 
> p	/a%20b
> 
! everyuri: template: argument 3: byte 10: [...]

# --match in JSON leaves out what is undefined
$ everyuri template --match '{x}{?q,r}' --format json 'a?r=' b 'a b'
> {"uri":"a?r=","valid":true,"variables":{"x":"a","r":""}}
> {"uri":"b","valid":true,"variables":{"x":"b"}}
> {"uri":"a b","valid":false,"error":{"at":1,"clause":"[...]","message":"[...]"}}
? 1

# and gives the bytes of what is not UTF-8
$ everyuri template --match '{x}' --format json a%FF
> {"uri":"a%FF","valid":true,"variables":{"x":"a�","x_octets":"Yf8="}}

# --match in tsv
$ everyuri template --match '{x}{?q}' --format tsv 'a' 'a b'; everyuri template --match a --format tsv a
> uri	valid	name	value
> a	true	x	a
> a	true	q	\N
> a b	false	\N	\N
> uri	valid	name	value
> a	true	\N	\N
! everyuri: template: argument 2: byte 1: [...]

# a template that cannot be matched is a usage error, and so are values for --match
$ everyuri template --match '{x}-{y}' a-b; everyuri template --match '{x*}' a; everyuri template --match '{' a; everyuri template --match '{x}' --set x=1 a
! everyuri: template: --match: byte 3: [...]
! usage: everyuri template [...]
! see 'everyuri help template'
! everyuri: template: --match: byte 2: [...]
! usage: everyuri template [...]
! see 'everyuri help template'
! everyuri: template: --match: byte 1: [...]
! usage: everyuri template [...]
! see 'everyuri help template'
! everyuri: template: --match cannot be combined with --set, --list or --pair
! usage: everyuri template [...]
! see 'everyuri help template'
? 2

# a variable is of one kind
$ everyuri template --set x=1 --list x=2 '{x}'; everyuri template --set x; everyuri template --pair x=1
! everyuri: template: --list: "x=2" gives the variable a second type; use only one of --set, --list and --pair for it
! usage: everyuri template [...]
! see 'everyuri help template'
! everyuri: template: --set: "x" is not NAME=VALUE
! usage: everyuri template [...]
! see 'everyuri help template'
! everyuri: template: --pair: "x=1" is not NAME=KEY=VALUE
! usage: everyuri template [...]
! see 'everyuri help template'
? 2

# more variables, and more items of one, than there is room for at first
$ everyuri template $(seq -f '--set a%g=v' 10) $(seq -f '--list l=%g' 10) $(seq -f '--pair p=k%g=v' 10) '{a1}{a10}{?l*}{&p*}'
> vv?l=1&l=2&l=3&l=4&l=5&l=6&l=7&l=8&l=9&l=10&k1=v&k2=v&k3=v&k4=v&k5=v&k6=v&k7=v&k8=v&k9=v&k10=v

# a variable's value
$ for o in '--set x' '--list x' '--pair x=y' '--set x=1 --list x=2' '--match {a} --set x=1' '--match {a' '--match {?a*}'; do everyuri template $o x; done 2>&1 | grep -v '^usage\|^see '
> everyuri: template: --set: "x" is not NAME=VALUE
> everyuri: template: --list: "x" is not NAME=VALUE
> everyuri: template: --pair: "x=y" is not NAME=KEY=VALUE
> everyuri: template: --list: "x=2" gives the variable a second type; use only one of --set, --list and --pair for it
> everyuri: template: --match cannot be combined with --set, --list or --pair
> everyuri: template: --match: byte 2: missing "}" (RFC 6570 2.2)
> everyuri: template: --match: byte 3: cannot match a variable with a modifier (RFC 6570 1.4)

# --match: an undefined variable, an empty one, and what is too long, in every shape
$ for f in text json tsv; do everyuri template --match '/{a}{?b,c}' --format $f '/x?c=' '/?b=%20' '/'; done; everyuri template --max-length 3 --match '{a}' --format tsv abcd; everyuri template --max-length 3 --match '{a}' --format json abcd; everyuri template --match /a --format tsv /a /b
> a	x
> b	\N
> c	
> 
> a	
> b	 
> c	\N
> 
> a	
> b	\N
> c	\N
> 
> {"uri":"/x?c=","valid":true,"variables":{"a":"x","c":""}}
> {"uri":"/?b=%20","valid":true,"variables":{"a":"","b":" "}}
> {"uri":"/","valid":true,"variables":{"a":""}}
> uri	valid	name	value
> /x?c=	true	a	x
> /x?c=	true	b	\N
> /x?c=	true	c	
> /?b=%20	true	a	
> /?b=%20	true	b	 
> /?b=%20	true	c	\N
> /	true	a	
> /	true	b	\N
> /	true	c	\N
> uri	valid	name	value
> abcd	false	\N	\N
> {"uri":"abcd","cut":true,"valid":false,"error":{"at":3,"clause":"","message":"too long"}}
> uri	valid	name	value
> /a	true	\N	\N
> /b	false	\N	\N
! everyuri: template: argument 1: byte 3: too long
! everyuri: template: argument 2: byte 1: the URI does not match the template (RFC 6570 1.4)
? 1

# --match, JSON: a variable that is not defined in front of one that is
$ everyuri template --match '/{?b,c}' --format json '/?c=x'
> {"uri":"/?c=x","valid":true,"variables":{"c":"x"}}
