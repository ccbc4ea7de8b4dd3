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
! everyuri: template: --match: byte 2: [...]
! usage: everyuri template [...]
! everyuri: template: --match: byte 1: [...]
! usage: everyuri template [...]
! everyuri: template: --match finds the values: none can be given
! usage: everyuri template [...]
? 2

# a variable is of one kind
$ everyuri template --set x=1 --list x=2 '{x}'; everyuri template --set x; everyuri template --pair x=1
! everyuri: template: --list: "x=2" is another kind of value than the variable has already
! usage: everyuri template [...]
! everyuri: template: --set: "x" is not NAME=VALUE
! usage: everyuri template [...]
! everyuri: template: --pair: "x=1" is not NAME=KEY=VALUE
! usage: everyuri template [...]
? 2
