# --as whatwg: the URL Standard in every command.

# contract read.whatwg: parse: the parts are the URL record's; href and origin follow them
$ everyuri parse --as whatwg --format json 'HTTP://U:p@EX.com:80/a/../b?q#f' foo:bar 'file:///C|/x' | sed 's/"uri":"[^"]*",//'
> {"standard":"whatwg","valid":true,"scheme":"http","user":"U","password":"p","host":"ex.com","path":"/b","query":"q","fragment":"f","href":"http://U:p@ex.com/b?q#f","origin":"http://ex.com","host_kind":"name"}
> {"standard":"whatwg","valid":true,"scheme":"foo","path":"bar","href":"foo:bar","origin":"null"}
> {"standard":"whatwg","valid":true,"scheme":"file","host":"","path":"/C:/x","href":"file:///C:/x","origin":"null","host_kind":"empty"}

# contract read.whatwg: parse: an empty user or password is left out, an empty query is not
$ everyuri parse --as whatwg --get '[{user}][{password}][{query}][{href}]' 'http://:@h?'
> [][][][http://h/?]

# parse: uri is the item as given, and error.at counts in it
$ everyuri parse --as whatwg --format json '  http://h:x/'
> {"uri":"  http://h:x/","standard":"whatwg","valid":false,"error":{"at":11,"clause":"WHATWG port-invalid","message":"[...]"}}
? 1

# parse: with a base
$ everyuri parse --as whatwg --base http://h/a/b --get '{href} {origin}' '../c' '//x:8' x:y
> http://h/c http://h
> http://x:8/ http://x:8
> x:y null

# parse: a base that is no URL is a usage error; one that is opaque takes fragments alone
$ everyuri parse --as whatwg --base /a x
! everyuri: parse: --base: byte 0: [...] (WHATWG missing-scheme-non-relative-URL)
! usage: [...]
! see [...]
? 2

$ everyuri parse --as whatwg --base mailto:a --get '{href}' '#f' x
> mailto:a#f
> 
! everyuri: parse: argument 2: byte 0: [...]
? 1

# parse: there is no record of a reference without a base
$ everyuri parse --as whatwg --reference --get '{href}' x
> 
! everyuri: parse: argument 1: byte 0: [...] (WHATWG missing-scheme-non-relative-URL)
? 1

# parse: bytes that are not UTF-8
$ printf 'http://h/\355\240\200\300\257\n' | everyuri parse --as whatwg --format json
> {"uri":"[...]","octets":"aHR0cDovL2gv7aCAwK8=","standard":"whatwg","valid":true,"scheme":"http","host":"h","path":"/%EF%BF%BD%EF%BF%BD%EF%BF%BD%EF%BF%BD%EF%BF%BD","href":"[...]","origin":"http://h","host_kind":"name"}

# parse: tsv has href too
$ everyuri parse --as whatwg --format tsv http:h | tail -n 1
> http:h	whatwg	true	\N	http	\N	\N	h	\N	/	\N	\N	http://h/

# check: three verdicts; nonconforming alone is no failure
$ everyuri check --as whatwg http://h/ http://u@h/
> valid	whatwg	http://h/
> nonconforming	whatwg	8	WHATWG invalid-credentials	[...]	http://u@h/

$ everyuri check --as whatwg http://h/ http://u@h/ 'http://a b/'
> valid	whatwg	http://h/
> nonconforming	whatwg	8	WHATWG invalid-credentials	[...]	http://u@h/
> invalid	whatwg	8	WHATWG domain-to-ASCII	[...]	http://a b/
? 1

# check: JSON says conforming, and error only where it is invalid
$ everyuri check --as rfc3986,whatwg --format json http://u@h/ http://h:x/
> {"uri":"http://u@h/","standard":"rfc3986","valid":true}
> {"uri":"http://u@h/","standard":"whatwg","valid":true,"conforming":false}
> {"uri":"http://h:x/","standard":"rfc3986","valid":false,"error":[...]}
> {"uri":"http://h:x/","standard":"whatwg","valid":false,"conforming":false,"error":{"at":9,[...]}}
? 1

# check: tsv
$ everyuri check --as whatwg --format tsv http://h/ 'http:h'
> uri	standard	verdict	at	clause	message
> http://h/	whatwg	valid	\N	\N	\N
> http:h	whatwg	nonconforming	5	WHATWG special-scheme-missing-following-solidus	[...]

# check: with --default-scheme it is the item that is judged, and its bytes that are counted
$ everyuri check --as whatwg --default-scheme http h/a 'h/a b'
> valid	whatwg	h/a
> nonconforming	whatwg	3	WHATWG invalid-URL-unit	[...]	h/a b

# compare: an IPv4 address written as one number is the same host only under the standard that says so
$ everyuri compare --as rfc3986,whatwg --format json http://2130706433/ | cut -d '[' -f 1,2
> {"uri":"http://2130706433/","agree":false,"first":"host","accepted_by":["rfc3986","whatwg"],"readings":[...]
? 0

# resolve, relate, normalize, same
$ everyuri resolve --as whatwg --base http://h/a/b ../c 'http:d' '\\x\y'
> http://h/c
> http://h/a/d
> http://x/y

$ everyuri relate --as whatwg --base http://h/a/b http://h/a/c https://h/ http://x/
> c
> https://h/
> //x

$ everyuri normalize --as whatwg --level simple 'HTTP:\\H\%7e'
> http://h/%7e

$ everyuri same --as whatwg 'http://127.1' HTTP://0x7F000001:80/
> same

$ everyuri same --as whatwg http://h/~ http://h/%7E
> different
? 1

# edit: by the setters
$ everyuri edit --as whatwg --set 'host=X.Y' --set 'path=a b/../c?' --append 'query=k=v' --delete fragment 'http://h:8/?q#f'
> http://x.y:8/c%3F?q&k=v

# edit: a value that a setter ignores
$ everyuri edit --as whatwg --set scheme=foo http://h/
> 
! everyuri: edit: argument 1: --set scheme: byte 0: the setter ignores this value (WHATWG 6.1)
? 1

# edit: --encode for a segment
$ everyuri edit --as whatwg --encode --append 'path=a/b\c%' http://h/x
> http://h/x/a%2Fb%5Cc%25

# encode and decode
$ everyuri encode --as whatwg --part user 'a;b@c~'
> a%3Bb%40c~

# explain: a reading that is not of the text's own bytes; its password is no more to be seen than that of others
$ everyuri explain --as whatwg 'http:u:sec%ret@h\x' | sed -n '1p;/sec/p;/whatwg/p'
>   http://u:***@h/x
>   whatwg     valid    [...]h  [...]/x

$ everyuri explain 'http:u:sec^ret@h\x' | grep -c sec
> 0
? 1

# a bare "%" means itself to the URL Standard's percent-decode
$ everyuri parse --as whatwg --get '{path:decoded} {query:decoded}' 'http://h/%zz%41?%zz=1'
> /%zzA %zz=1
$ everyuri query --as whatwg 'http://h/?%zz=1&a=1' | head -n 2
> %zz	1
> a	1
