; everyuri compare

# octets and what is cut, as text too
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
> readings.rfc1738.error.message	non-ASCII byte must be encoded
> readings.rfc3986.uri	x:?
> readings.rfc3986.octets	eDr/
> readings.rfc3986.standard	rfc3986
> readings.rfc3986.valid	false
> readings.rfc3986.error.at	2
> readings.rfc3986.error.clause	RFC 3986 2.1
> readings.rfc3986.error.message	non-ASCII byte must be encoded
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

# a default scheme helps where no standard reads the item, and not where it does not help
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

# readings that differ are status 1, though all accept the item
$ everyuri compare --as rfc1738,rfc1808 --format tsv 'ftp://h/a?b'; echo $?; everyuri compare --as rfc1738,rfc2396 --format tsv 'ftp://h/a?b' 'ftp://h/a~?b'; echo $?
> uri	agree	first	accepted_by
> ftp://h/a?b	false	path	rfc1738,rfc1808
> 1
> uri	agree	first	accepted_by
> ftp://h/a?b	false	path	rfc1738,rfc2396
> ftp://h/a~?b	true	\N	rfc2396
> 1

# all standards unless --as names some; readings are parse objects
$ everyuri compare --as rfc1738,rfc3986 --format json http://h/
> {"uri":"http://h/","agree":true,"accepted_by":["rfc1738","rfc3986"],"readings":[{"uri":"http://h/","standard":"rfc1738","valid":true,"scheme":"http","host":"h","path":"/","host_kind":"name"},{"uri":"http://h/","standard":"rfc3986","valid":true,"scheme":"http","host":"h","path":"/","host_kind":"name"}]}

# --as all is every standard that is built; the default is modern
$ everyuri compare --format tsv http://h/?a; everyuri compare --as web --format tsv http://h/; everyuri compare --as web,modern,rfc1738 --format tsv 'https://h/?a'
> uri	agree	first	accepted_by
> http://h/?a	true	\N	rfc3986,rfc3987,whatwg
> uri	agree	first	accepted_by
> http://h/	true	\N	rfc3986,whatwg
> uri	agree	first	accepted_by
> https://h/?a	false	path	rfc3986,whatwg,rfc3987,rfc1738
? 1

# every standard that is built
$ everyuri compare --as all --format tsv http://h/
> uri	agree	first	accepted_by
> http://h/	true	\N	url1993,uri1994,rfc1630,rfc1738,rfc1808,rfc2396,rfc3986,rfc3987,whatwg

# contract cmd.compare: one valid reading agrees with itself; first is left out
$ everyuri compare --as rfc1738,rfc3986 --format json http://u@h/ | cut -d '[' -f 1,2
> {"uri":"http://u@h/","agree":true,"accepted_by":["rfc3986"],"readings":[...]

# with no valid reading agree is false, first is left out, and the exit status is 1
$ everyuri compare --as rfc3986 --format json :
> {"uri":":","agree":false,"accepted_by":[],"readings":[{"uri":":","standard":"rfc3986","valid":false,"error":{"at":0,"clause":"[...]","message":"[...]"}}]}
? 1

# two valid readings that differ: agree is false, first names the part, exit status 1
$ everyuri compare --as rfc1738,rfc3986 --format tsv 'ftp://h/a?b'
> uri	agree	first	accepted_by
> ftp://h/a?b	false	path	rfc1738,rfc3986
? 1

# contract cmd.compare: readings are compared after normalisation, and shown as they are
$ everyuri compare --as rfc1738,rfc3986 --format json 'HTTP://H:80' | tr ',' '\n' | grep -e agree -e scheme -e host -e port
> "agree":true
> "scheme":"HTTP"
> "host":"H"
> "port":"80"
> "host_kind":"name"}
> "scheme":"HTTP"
> "host":"H"
> "port":"80"
> "host_kind":"name"}]}

# an absent and an empty port are equal
$ everyuri compare --as rfc1630,rfc3986 --format tsv 'x://h:/' http://h/ | cut -f 2
> agree
> [...]
> true

# exit 0 when only some accept it, 1 with --strict
$ everyuri compare --as rfc1738,rfc3986 --format tsv http://u@h/; everyuri compare --strict --as rfc1738,rfc3986 --format tsv http://u@h/
> uri	agree	first	accepted_by
> http://u@h/	true	\N	rfc3986
> uri	agree	first	accepted_by
> http://u@h/	true	\N	rfc3986
? 1

# text has the JSON's names
$ everyuri compare --as rfc3986 x:y
> uri	x:y
> agree	true
> accepted_by	rfc3986
> readings.rfc3986.uri	x:y
> readings.rfc3986.standard	rfc3986
> readings.rfc3986.valid	true
> readings.rfc3986.scheme	x
> readings.rfc3986.path	y
> 

# octets, and a cut item
$ printf '\377\nhttp://abc/\n' | everyuri compare --as rfc3986 --format json --max-length 9
> {"uri":"�","octets":"/w==","agree":false,"accepted_by":[],"readings":[{"uri":"�","octets":"/w==","standard":"rfc3986","valid":false,"error":{"at":0,"clause":"[...]","message":"[...]"}}]}
> {"uri":"http://abc/","cut":true,"agree":false,"accepted_by":[],"readings":[{"uri":"http://abc/","cut":true,"standard":"rfc3986","valid":false,"error":{"at":9,"clause":"","message":"too long"}}]}
? 1
