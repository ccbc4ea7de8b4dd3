; everyuri resolve, relate, normalize, same, edit, encode, decode

# one result a line, an empty line for a bad input and one line on standard error
$ everyuri resolve --base http://a/b/c/d ../g 'a b' g
> http://a/b/g
> 
> http://a/b/c/g
! everyuri: resolve: argument 2: byte 1: [...]
? 1

# JSON: uri, standard, valid, result
$ everyuri resolve --base http://a/b/c/d --format json ../g
> {"uri":"../g","standard":"rfc3986","valid":true,"result":"http://a/b/g"}

# JSON: error without result, and nothing on standard error
$ everyuri resolve --base http://a/b/c/d --format json 'a b'
> {"uri":"a b","standard":"rfc3986","valid":false,"error":{"at":1,"clause":"[...]","message":"[...]"}}
? 1

# tsv: uri valid result
$ everyuri resolve --base http://a/b/c/d --format tsv ../g 'a b'
> uri	valid	result
> ../g	true	http://a/b/g
> a b	false	\N
! everyuri: resolve: argument 2: byte 1: [...]
? 1

# resolve and relate need a base
$ everyuri resolve ../g; everyuri relate http://h/
! everyuri: resolve: --base is missing[...]
! usage: everyuri resolve [...]
! everyuri: relate: --base is missing[...]
! usage: everyuri relate [...]
? 2

# which is full
$ everyuri resolve --base ../g x
! everyuri: resolve: --base: byte 0: [...]
! usage: everyuri resolve [...]
? 2

# rfc1738 resolves by rfc1808 and says so
$ everyuri resolve --as rfc1738 --base http://a/b/c/d --format json ../g
> {"uri":"../g","standard":"rfc1738","valid":true,"by":"rfc1808","result":"http://a/b/g"}

# rfc3986 5.4.1: some normal examples
$ everyuri resolve --base 'http://a/b/c/d;p?q' g:h g ./g g/ /g //g '?y' 'g?y' '#s' ';x' '' . .. ../..
> g:h
> http://a/b/c/g
> http://a/b/c/g
> http://a/b/c/g/
> http://a/g
> http://g
> http://a/b/c/d;p?y
> http://a/b/c/g?y
> http://a/b/c/d;p?q#s
> http://a/b/c/;x
> http://a/b/c/d;p?q
> http://a/b/c/
> http://a/b/
> http://a/

# rfc3986 5.4.2: --loose resolves http:g against the base
$ everyuri resolve --base 'http://a/b/c/d;p?q' http:g; everyuri resolve --loose --base 'http://a/b/c/d;p?q' http:g
> http:g
> http://a/b/c/g

# relate gives the shortest partial form
$ everyuri relate --base http://a/b/c/d http://a/b/g http://z/ x:y
> ../g
> //z/
> x:y

# relate gives gopher a partial form only with --loose
$ everyuri relate --as rfc1630 --base gopher://h/11/a gopher://h/11/b; everyuri relate --loose --as rfc1630 --base gopher://h/11/a gopher://h/11/b
> gopher://h/11/b
> b

# relate wants full forms
$ everyuri relate --base http://a/ ../x
> 
! everyuri: relate: argument 1: byte 0: [...]
? 1

# normalize: level syntax is the default
$ everyuri normalize HTTP://H:80/%7e/a/../b
> http://h:80/~/b

# normalize: simple leaves the text, scheme goes further
$ everyuri normalize --level simple HTTP://H:80/%7e/a/../b; everyuri normalize --level scheme HTTP://H:80/%7e/a/../b
> HTTP://H:80/%7e/a/../b
> http://h/~/b

# normalize: another level is a usage error
$ everyuri normalize --level most x:y
! everyuri: normalize: --level: "most" [...]
! usage: everyuri normalize [...]
? 2

# normalize under rfc1630: the encoding level with lower-case scheme and host
$ everyuri normalize --as rfc1630 HTTP://H/a%2Db%2Fc; everyuri normalize --as rfc1630 --level simple HTTP://H/a%2Db
> http://h/a-b%2Fc
> HTTP://H/a%2Db

# same: prints same or different, and says it with the exit status
$ everyuri same http://h/%41 HTTP://H/A
> same

# same: different
$ everyuri same http://h/a http://h/b
> different
? 1

# same: RFC 1630's examples 1 to 3
$ everyuri same --as rfc1630 http://info.cern.ch/albert/bertram/marie-claude http://info.cern.ch/albert/bertram/marie%2Dclaude
$ everyuri same --as rfc1630 http://info.cern.ch/albert/bertram/marie-claude http://info.cern.ch/albert/bertram%2Fmarie-claude
$ everyuri same --as rfc1630 http://info.cern.ch/%as http://info.cern.ch/%as
> same
> different
> 
! everyuri: same: argument 1: byte 22: [...]
? 1

# same: JSON
$ everyuri same --format json http://h/a http://h/b
> {"a":"http://h/a","b":"http://h/b","standard":"rfc3986","same":false}
? 1

# same: a default port is the same at level scheme only
$ everyuri same http://h/ http://h:80/; everyuri same --level scheme http://h/ http://h:80/
> different
> same

# same: without arguments, pairs of lines
$ everyuri same
< http://h/%41
< http://h/A
< x:1
< x:2
> same
> different
? 1

# same: one URI alone is a usage error
$ everyuri same http://h/
! everyuri: same: [...]
! usage: everyuri same [...]
? 2

# same: a bad one
$ everyuri same http://h/ ':'
> 
! everyuri: same: argument 2: byte 0: [...]
? 1

# edit: every byte that was not named stays as it was
$ everyuri edit --set host=b HTTP://a:080/%7e/../x?%41#F
> HTTP://b:080/%7e/../x?%41#F

# edit: changes are carried out in the order given
$ everyuri edit --append path=a --append path=b --set query= --append query=k=v --append query=k x://h
> x://h/a/b?k=v&k

# edit: --delete
$ everyuri edit --delete query --delete fragment --delete port 'http://h:1/a?q#f'
> http://h/a

# edit: --delete-query takes every pair whose decoded key this is
$ everyuri edit --delete-query k 'http://h/?k=1&a&%6B=2&k&kk=3'
> http://h/?a&kk=3

# edit: --sort-query is stable
$ everyuri edit --sort-query 'http://h/?b=2&a=1&b=1&a'
> http://h/?a=1&a&b=2&b=1

# edit: --append query=K=V keeps further = in the value
$ everyuri edit --append query=k=a=b http://h/?x
> http://h/?x&k=a=b

# edit: a value that cannot stand in its part is an error; with --encode it is encoded
$ everyuri edit --set fragment='a b' http://h/; everyuri edit --encode --set fragment='a b' http://h/
> 
> http://h/#a%20b
! everyuri: edit: argument 1: byte 1: [...]

# edit: a password without a user is refused
$ everyuri edit --set password=p http://h/
> 
! everyuri: edit: argument 1: byte [...]
? 1

# edit: a part that is none is a usage error
$ everyuri edit --set hots=h http://h/
! everyuri: edit: --set: "hots=h" [...]
! usage: everyuri edit [...]
? 2

# edit: JSON
$ everyuri edit --format json --set path=/x http://h/
> {"uri":"http://h/","standard":"rfc3986","valid":true,"result":"http://h/x"}

# encode: text, not URIs; --part is segment unless given
$ everyuri encode 'a b/c:é'
> a%20b%2Fc:%C3%A9

# encode: --part
$ for p in user password host segment query query-value fragment; do everyuri encode --part $p 'a:/?&='; done
> a%3A%2F%3F&=
> a:%2F%3F&=
> a%3A%2F%3F&=
> a:%2F%3F&=
> a:/?&=
> a:/?%26%3D
> a:/?&=

# encode: another part is a usage error
$ everyuri encode --part middle a
! everyuri: encode: --part: "middle" [...]
! usage: everyuri encode [...]
? 2

# encode: --plus writes a space as +, and + as %2B
$ everyuri encode --plus --part query-value 'a b+c'
> a+b%2Bc

# encode: but not where no + may stand
$ everyuri encode --as rfc1630 --part fragment --plus 'a b'; everyuri encode --as rfc1738 --part host --plus 'a b'; everyuri encode --as rfc1630 --part user --plus 'a b'; for s in rfc1630 whatwg; do for p in segment query query-value; do everyuri encode --as $s --part $p --plus 'a b'; done; done | uniq
> a%20b
> a%20b
> a+b
> a+b

# encode: a pair stands in a query, where the URL Standard encodes an apostrophe
$ for p in query query-value segment; do everyuri encode --as whatwg --part $p "'"; done
> %27
> %27
> '

# encode: with -0 a newline is data
$ printf 'a\nb\0' | everyuri encode -0 | tr '\0' '@'; echo
> a%0Ab@

# encode: JSON, of text that is not UTF-8
$ printf '\377\n' | everyuri encode --format json
> {"uri":"�","octets":"/w==","standard":"rfc3986","valid":true,"result":"%FF"}

# decode: text
$ everyuri decode a%20b%2Fc
> a b/c

# decode shows LF and NUL as %0A and %00
$ everyuri decode a%0ab%00c%0dd | tr '\r' '@'
> a%0Ab%00c@d

# unless --raw
$ everyuri decode --raw a%0Ab%00c | tr '\0' '@'
> a
> b@c

# or -0
$ printf 'a%%0Ab%%00c\0' | everyuri decode -0 | tr '\0' '@'; echo
> a
> b@c@

# decode: --plus reads + as a space
$ everyuri decode --plus a+b%2B; everyuri decode a+b%2B
> a b+
> a+b+

# decode: there is no decoding for %as (RFC 1630)
$ everyuri decode %as
> 
! everyuri: decode: argument 1: byte 2: [...]
? 1

# decode: JSON
$ everyuri decode --format json a%0Ab %FF
> {"uri":"a%0Ab","standard":"rfc3986","valid":true,"result":"a\nb"}
> {"uri":"%FF","standard":"rfc3986","valid":true,"result":"�","result_octets":"/w=="}

# decode: on a terminal controls are shown, and raw with --raw
$ terminal everyuri decode %1B[31m; terminal everyuri decode --raw %1B[31m | tr '\033' '@'
> \x1b[31m
> @[31m

# an empty text is encoded and decoded too
$ everyuri encode ''; everyuri decode ''; everyuri encode --format tsv ''
> 
> 
> uri	valid	result
> 	true	

# normalize --uri and --iri read by rfc3987, and take each other's output
$ everyuri normalize --format json --uri 'http://ü.de/é?ö#ä' | sed 's/"uri":"[^"]*",//'; everyuri normalize --iri --uri http://a/; everyuri normalize --as rfc1738 --uri http://a/
> {"standard":"rfc3987","valid":true,"result":"http://xn--tda.de/%C3%A9?%C3%B6#%C3%A4"}
! everyuri: normalize: --iri and --uri: [...]
! usage: everyuri normalize [...]
! everyuri: normalize: --iri and --uri read by rfc3987, not by rfc1738
! usage: everyuri normalize [...]
? 2

# normalize --iri decodes what it may, and at level simple nothing else
$ everyuri normalize --iri --level simple HTTP://h/../%C3%A9%2f%FF 'http://h/%zz'
> HTTP://h/../é%2F%FF
> 
! everyuri: normalize: argument 2: byte 10: [...]
? 1

# same: of three the third is a usage error, before any answer
$ everyuri same --format tsv http://H/ http://h/ http://h/a; echo $?; everyuri same --format json http://H/ http://h/
> 2
> {"a":"http://H/","b":"http://h/","standard":"rfc3986","same":true}
! everyuri: same: compares two URIs, and there is no second one
! usage: everyuri [...]

# same: what is bad is told of its side
$ everyuri same --format json 'a b' x:y; echo $?; everyuri same --format json x:y 'a b'; echo $?; everyuri same --format tsv x:y 'a b'; echo $?; everyuri same 'a b' x:y
> {"a":"a b","b":"x:y","standard":"rfc3986","same":false,"error":{"at":1,"clause":"RFC 3986 2.1","message":"space must be encoded"},"which":"a"}
> 1
> {"a":"x:y","b":"a b","standard":"rfc3986","same":false,"error":{"at":1,"clause":"RFC 3986 2.1","message":"space must be encoded"},"which":"b"}
> 1
> a	b	same
> x:y	a b	false
> 1
> 
! everyuri: same: argument 2: byte 1: space must be encoded (RFC 3986 2.1)
! everyuri: same: argument 1: byte 1: space must be encoded (RFC 3986 2.1)
? 1

# same: octets and what is cut, of either side
$ printf 'x:\377\nx:\377\n' | everyuri same --format json; printf 'x:abcdefg\nx:abcdefh\n' | everyuri same --format json --max-length 5; printf 'x:\377\nx:a\nx:b\nx:abcdefgh\n' | everyuri same --format tsv --max-length 5 2>/dev/null | od -An -c | tr -d ' \n'; echo
> {"a":"x:�","a_octets":"eDr/","b":"x:�","b_octets":"eDr/","standard":"rfc3986","same":false,"error":{"at":2,"clause":"RFC 3986 2.1","message":"byte outside of US-ASCII must be encoded"},"which":"a"}
> {"a":"x:abcdefg","a_cut":true,"b":"x:abcdefh","b_cut":true,"standard":"rfc3986","same":false,"error":{"at":5,"clause":"","message":"too long"},"which":"a"}
> a\tb\tsame\nx:377\tx:a\tfalse\nx:b\tx:abcdefgh\tfalse\n

# edit: what is appended is a segment or a pair
$ for o in '--append x' '--append host=a' '--append what=a' '--set x' '--set what=a' '--delete what'; do everyuri edit $o x:y; done 2>&1 | grep -v usage
> everyuri: edit: --append: "x" is not path=SEGMENT, query=KEY=VALUE or query=KEY
> everyuri: edit: --append: "host=a" is not path=SEGMENT, query=KEY=VALUE or query=KEY
> everyuri: edit: --append: "what=a" is not path=SEGMENT, query=KEY=VALUE or query=KEY
> everyuri: edit: --set: "x" is not PART=VALUE
> everyuri: edit: --set: "what=a" names no part: scheme, user, password, host, port, path, query or fragment
> everyuri: edit: --delete: "what" names no part: scheme, user, password, host, port, path, query or fragment

# edit and query: more changes than there is room for at first
$ everyuri edit $(for n in 1 2 3 4 5 6 7 8 9 10; do echo "--set-query a$n=$n"; done) http://h/; everyuri query $(for n in 1 2 3 4 5 6 7 8 9 10; do echo "--append a$n=$n"; done) http://h/; everyuri redact $(for n in 1 2 3 4 5 6 7 8 9 10; do echo "--query a$n"; done) 'http://h/?a9=b&a10=c&a11=d'
> http://h/?a1=1&a2=2&a3=3&a4=4&a5=5&a6=6&a7=7&a8=8&a9=9&a10=10
> http://h/?a1=1&a2=2&a3=3&a4=4&a5=5&a6=6&a7=7&a8=8&a9=9&a10=10
> http://h/?a9=***&a10=***&a11=d

# compare: octets and what is cut, as text too
$ printf 'x:\377\nabcdefghi\n' | everyuri compare --as rfc1738,rfc3986 --max-length 8 | LC_ALL=C sed 's/\xff/?/'
> uri	x:?
> octets	eDr/
> agree	false
> accepted_by	
> readings.rfc1738.uri	x:?
> readings.rfc1738.octets	eDr/
> readings.rfc1738.standard	rfc1738
> readings.rfc1738.valid	false
> readings.rfc1738.error.at	2
> readings.rfc1738.error.clause	RFC 1738 2.2
> readings.rfc1738.error.message	byte outside of US-ASCII must be encoded
> readings.rfc3986.uri	x:?
> readings.rfc3986.octets	eDr/
> readings.rfc3986.standard	rfc3986
> readings.rfc3986.valid	false
> readings.rfc3986.error.at	2
> readings.rfc3986.error.clause	RFC 3986 2.1
> readings.rfc3986.error.message	byte outside of US-ASCII must be encoded
> 
> uri	abcdefghi
> cut	true
> agree	false
> accepted_by	
> readings.rfc1738.uri	abcdefghi
> readings.rfc1738.cut	true
> readings.rfc1738.standard	rfc1738
> readings.rfc1738.valid	false
> readings.rfc1738.error.at	8
> readings.rfc1738.error.clause	
> readings.rfc1738.error.message	too long
> readings.rfc3986.uri	abcdefghi
> readings.rfc3986.cut	true
> readings.rfc3986.standard	rfc3986
> readings.rfc3986.valid	false
> readings.rfc3986.error.at	8
> readings.rfc3986.error.clause	
> readings.rfc3986.error.message	too long
> 

# decode: what is too long is refused in every shape
$ everyuri decode --max-length 3 abcdef; everyuri decode --max-length 3 --format json abcdef; everyuri encode --max-length 3 abcdef
> 
> {"uri":"abcdef","cut":true,"standard":"rfc3986","valid":false,"error":{"at":3,"clause":"","message":"too long"}}
> 
! everyuri: decode: argument 1: byte 3: too long
! everyuri: encode: argument 1: byte 3: too long
? 1

# normalize: of an IRI what the level asks for, and what is no IRI
$ everyuri normalize --as rfc3987 'http://h/é%7e' 'http://h/ ' 
> http://h/é~
> 
! everyuri: normalize: argument 2: byte 9: space must be encoded (RFC 3987 2.2)
? 1

# same: in rows
$ everyuri same --format tsv http://H/ http://h/; everyuri same --format csv http://H/ http://h/a | tr -d '\r'
> a	b	same
> http://H/	http://h/	true
> a,b,same
> http://H/,http://h/a,false

# decode: what does not decode is complained of
$ everyuri decode %zz a%41; everyuri decode --format tsv %zz
> 
> aA
> uri	valid	result
> %zz	false	\N
! everyuri: decode: argument 1: byte 1: "%" must be followed by two hexadecimal digits (RFC 3986 2.1)
! everyuri: decode: argument 1: byte 1: "%" must be followed by two hexadecimal digits (RFC 3986 2.1)
? 1

# compare: a default scheme helps where no standard reads the item, and not where it does not help
$ everyuri compare --as rfc1738,rfc3986 --default-scheme http --format tsv h.example 'a b' | cut -f 1-5; everyuri compare --default-scheme http --max-length 3 --format tsv abcde | cut -f 1-4
> uri	agree	first	accepted_by
> h.example	true	\N	rfc1738,rfc3986
> a b	false	\N	
> uri	agree	first	accepted_by
> abcde	false	\N	

# compare, JSON: what is long, and what has to be escaped
$ everyuri compare --as rfc3986,rfc3987 --format json "x:$(head -c 131000 /dev/zero | tr '\0' a)" | wc -c; everyuri compare --as url1993,rfc1630 --format json "$(printf 'http://h/a\\b"\001')" | cut -c 1-60
> 655215
> {"uri":"http://h/a\\b\"\u0001","agree":false,"accepted_by":[

# compare: readings that differ are status 1, though all accept the item
$ everyuri compare --as rfc1738,rfc1808 --format tsv 'ftp://h/a?b'; echo $?; everyuri compare --as rfc1738,rfc2396 --format tsv 'ftp://h/a?b' 'ftp://h/a~?b'; echo $?
> uri	agree	first	accepted_by
> ftp://h/a?b	false	path	rfc1738,rfc1808
> 1
> uri	agree	first	accepted_by
> ftp://h/a?b	false	path	rfc1738,rfc2396
> ftp://h/a~?b	true	\N	rfc2396
> 1

# a host with escapes of more than US-ASCII keeps them: the way back would be to another
$ everyuri normalize --iri --level scheme http://%c3%89b/ HTTP://BÉ..%41/ | tee once; everyuri normalize --iri --level scheme <once; everyuri normalize --uri http://%C3%A9/; everyuri normalize --iri http://%C3%A9/ | everyuri normalize --uri; rm once
> http://%C3%89b/
> http://BÉ..%41/
> http://%C3%89b/
> http://BÉ..%41/
> http://%C3%A9/
> http://%C3%A9/

# normalize --iri under rfc3987, which is what it reads by anyhow
$ everyuri normalize --as rfc3987 --iri http://h/%C3%A9
> http://h/é
