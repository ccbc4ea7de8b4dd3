; everyuri check

# contract cmd.check: valid, the standard, the URI
$ everyuri check --as rfc1738 http://h/
> valid	rfc1738	http://h/

# check: invalid, the standard, the byte, the clause, the message, the URI
$ everyuri check --as rfc1738 'http://h dom/'
> invalid	rfc1738	8	RFC 1738 2.2	space must be encoded	http://h dom/
? 1

# contract cmd.check: one line per standard asked; all is every standard built, in the order of contract api.standard
$ everyuri check --as all http://h/
> valid	url1993	http://h/
> valid	uri1994	http://h/
> valid	rfc1630	http://h/
> valid	rfc1738	http://h/
> valid	rfc1808	http://h/
> valid	rfc2396	http://h/
> valid	rfc3986	http://h/
> valid	rfc3987	http://h/
> valid	whatwg	http://h/

# check: a list
$ everyuri check --as rfc1738,rfc3986 http://user@host/
> invalid	rfc1738	11	[...]	[...]	http://user@host/
> valid	rfc3986	http://user@host/
? 1

# check: a standard that is named twice is asked once
$ everyuri check --as rfc1738,rfc1738 http://h/
> valid	rfc1738	http://h/

# contract cmd.check: check exits 1 if and only if it printed an invalid
$ everyuri check --as all http://h/ >/dev/null && everyuri check --as all http://h/ http://h/~ >/dev/null
? 1

# check: where the text ends too soon, the byte is its length
$ everyuri check http
> invalid	rfc3986	4	[...]	[...]	http
? 1

# check: the URI is last and raw, tabs and all
$ printf 'a\tb\n' | everyuri check | cut -f 1-3,6-
> invalid	rfc3986	1	a	b

# check: JSON
$ everyuri check --format json --as rfc1738,rfc3986 http://user@host/
> {"uri":"http://user@host/","standard":"rfc1738","valid":false,"error":{"at":11,"clause":"[...]","message":"[...]"}}
> {"uri":"http://user@host/","standard":"rfc3986","valid":true}
? 1

# check: tsv
$ everyuri check --format tsv --as rfc1738,rfc3986 http://user@host/
> uri	standard	verdict	at	clause	message
> http://user@host/	rfc1738	invalid	11	[...]	[...]
> http://user@host/	rfc3986	valid	\N	\N	\N
? 1

# check: octets after uri where it is not UTF-8
$ printf '\377\n' | everyuri check --format json
> {"uri":"�","octets":"/w==","standard":"rfc3986","valid":false,"error":{"at":0,"clause":"[...]","message":"[...]"}}
? 1

# check: --zone
$ everyuri check --zone 'http://[fe80::1%25eth0]/'; everyuri check 'http://[fe80::1%25eth0]/'
> valid	rfc3986	http://[fe80::1%25eth0]/
> invalid	rfc3986	15	[...]	[...]	http://[fe80::1%25eth0]/
? 1

# check: a partial form is not valid
$ everyuri check ../a
> invalid	rfc3986	0	[...]	[...]	../a
? 1

# check: NUL bytes are data
$ printf 'x:\0\n' | everyuri check --format json
> {"uri":"x:\u0000","standard":"rfc3986","valid":false,"error":{"at":2,"clause":"[...]","message":"[...]"}}
? 1

# UTF-8 is what RFC 3629 says: the bytes of others are octets, in JSON
$ for b in '\200' '\301\277' '\302\200' '\340\237\277' '\340\240\200' '\355\240\200' '\355\237\277' '\360\217\277\277' '\360\220\200\200' '\364\220\200\200' '\364\217\277\277' '\365\200\200\200' '\377' '\303\050' '\342\202' '\342\202\050'; do printf "x:$b" | everyuri check --format json | grep -c octets; done | tr '\n' ' '; echo
> 1 1 0 1 0 1 0 1 0 1 0 1 1 1 1 1 

# JSON escapes what it has to, and tsv too
$ printf 'x:a"b\\c\001d\177\n' | everyuri check --format json; printf 'x:a"b\\c\td\re\0f\n' | everyuri check --format tsv | tail -n 1 | cut -f 1
> {"uri":"x:a\"b\\c\u0001d","standard":"rfc3986","valid":false,"error":{"at":3,"clause":"RFC 3986 3.3","message":"character not allowed here in the path or query"}}
> x:a"b\\c\td\re\0f

# a validation error that the item has, also where it is one only behind the default scheme
$ everyuri check --as whatwg --default-scheme http 'h/a b' '[::1' h '\h' 2>&1
> nonconforming	whatwg	3	WHATWG invalid-URL-unit	character must be encoded	h/a b
> invalid	whatwg	0	WHATWG missing-scheme-non-relative-URL	missing scheme, and no base	[::1
> valid	whatwg	h
> nonconforming	whatwg	0	WHATWG special-scheme-missing-following-solidus	two slashes must follow this scheme	\h
? 1

# on a terminal a table has nothing raw, and no tabs or line ends of an item's
$ terminal everyuri check --format csv "$(printf 'x:\033\t\302\233')" | tr -d '\r'; terminal everyuri check --format tsv "$(printf 'x:\033\t\302\233')"
> uri,standard,verdict,at,clause,message
> x:\x1b	\xc2\x9b,rfc3986,invalid,2,RFC 3986 2.1,control character must be encoded
> uri	standard	verdict	at	clause	message
> x:\x1b\t\xc2\x9b	rfc3986	invalid	2	RFC 3986 2.1	control character must be encoded
? 1
