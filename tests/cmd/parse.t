; everyuri parse

# contract cmd.parse: JSON of a valid URI
$ everyuri parse --as rfc1738 --format json 'ftp://u@h.dom/%2Fetc/motd;type=a'
> {"uri":"ftp://u@h.dom/%2Fetc/motd;type=a","standard":"rfc1738","valid":true,"scheme":"ftp","user":"u","host":"h.dom","path":"/%2Fetc/motd;type=a","host_kind":"name","type":"a"}

# contract cmd.parse: JSON of an invalid URI
$ everyuri parse --as rfc1738 --format json 'http://h dom/'
> {"uri":"http://h dom/","standard":"rfc1738","valid":false,"error":{"at":8,"clause":"RFC 1738 2.2","message":"space must be encoded"}}
? 1

# contract cmd.parse: the order: uri, standard, valid, the eight parts, host_kind
$ everyuri parse --format json 'http://u:p@h:1/a?q#f'
> {"uri":"http://u:p@h:1/a?q#f","standard":"rfc3986","valid":true,"scheme":"http","user":"u","password":"p","host":"h","port":"1","path":"/a","query":"q","fragment":"f","host_kind":"name"}

# contract cmd.parse: absent parts are left out, empty ones are "", path is always there
$ everyuri parse --format json 'http://h' 'http://@h:?#'
> {"uri":"http://h","standard":"rfc3986","valid":true,"scheme":"http","host":"h","path":"","host_kind":"name"}
> {"uri":"http://@h:?#","standard":"rfc3986","valid":true,"scheme":"http","user":"","host":"h","port":"","path":"","query":"","fragment":"","host_kind":"name"}

# host_kind is name, ipv4, ipv6, ipvfuture or empty, and left out when host is absent
$ everyuri parse --get '{host_kind}' http://h/ http://1.2.3.4/ 'http://[::1]/' 'http://[v1.a]/' file:///x x:y
> name
> ipv4
> ipv6
> ipvfuture
> empty
> 

# host keeps the brackets of an IPv6 address
$ everyuri parse --get '{host}' 'http://[::1]:80/'
> [::1]

# all values are strings: a port is one
$ everyuri parse --format json x://h:080
> {"uri":"x://h:080","standard":"rfc3986","valid":true,"scheme":"x","host":"h","port":"080","path":"","host_kind":"name"}

# contract read.parts: userinfo is cut at its first colon
$ everyuri parse --get '{user} {password}' http://a:b:c@h/
> a b:c

# contract read.partial: with --reference a partial form is accepted and has "relative":true
$ everyuri parse --reference --format json 'a/b?q'
> {"uri":"a/b?q","standard":"rfc3986","valid":true,"relative":true,"path":"a/b","query":"q"}

# without it is not
$ everyuri parse --format json a/b
> {"uri":"a/b","standard":"rfc3986","valid":false,"error":{"at":1,"clause":"[...]","message":"[...]"}}
? 1

# contract read.partial: under rfc1738 a partial form is rfc1808's, and JSON adds "by":"rfc1808"
$ everyuri parse --as rfc1738 --reference --format json ../a
> {"uri":"../a","standard":"rfc1738","valid":true,"relative":true,"by":"rfc1808","path":"../a"}

# contract read.partial: under url1993, uri1994 and rfc1630 a text with no colon before its first slash may be a partial form
$ for s in url1993 uri1994 rfc1630; do everyuri parse --as $s --reference --format json g; done
> {"uri":"g","standard":"url1993","valid":true,"relative":true,"path":"g"}
> {"uri":"g","standard":"uri1994","valid":true,"relative":true,"path":"g"}
> {"uri":"g","standard":"rfc1630","valid":true,"relative":true,"path":"g"}

# contract cmd.parse: with --base the parts are those of the resolved URI and href is there, after the parts
$ everyuri parse --base http://a/b/c/d --format json '../g?x#y'
> {"uri":"../g?x#y","standard":"rfc3986","valid":true,"scheme":"http","host":"a","path":"/b/g","query":"x","fragment":"y","href":"http://a/b/g?x#y","host_kind":"name"}

# with --base a full URI stays what it is, and has an href
$ everyuri parse --base http://a/b --format json x:y
> {"uri":"x:y","standard":"rfc3986","valid":true,"scheme":"x","path":"y","href":"x:y"}

# contract cmd.parse: a base that is invalid is a usage error before the first item
$ everyuri parse --base 'http://h h/' --format json g
! everyuri: parse: --base: byte 8: [...]
! usage: everyuri parse [...]
! see 'everyuri help parse'
? 2

# so is one that is partial, even with --reference
$ everyuri parse --base /a --reference --format json g
! everyuri: parse: --base: byte [...]
! usage: everyuri parse [...]
! see 'everyuri help parse'
? 2

# contract read.prefix: a leading URL: is taken off under the four old standards, in either case, and reported; offsets count from the first byte
$ for s in url1993 uri1994 rfc1630 rfc1738; do everyuri parse --as $s --format json url:http://h/; done; everyuri parse --as rfc1738 --format json 'URL:http://h dom/'
> {"uri":"url:http://h/","standard":"url1993","valid":true,"prefix":"URL:","scheme":"http","host":"h","path":"/","host_kind":"name"}
> {"uri":"url:http://h/","standard":"uri1994","valid":true,"prefix":"URL:","scheme":"http","host":"h","path":"/","host_kind":"name"}
> {"uri":"url:http://h/","standard":"rfc1630","valid":true,"prefix":"URL:","scheme":"http","host":"h","path":"/","host_kind":"name"}
> {"uri":"url:http://h/","standard":"rfc1738","valid":true,"prefix":"URL:","scheme":"http","host":"h","path":"/","host_kind":"name"}
> {"uri":"URL:http://h dom/","standard":"rfc1738","valid":false,"error":{"at":12,"clause":"[...]","message":"[...]"}}
? 1

# under rfc3986 it is a scheme named url
$ everyuri parse --format json URL:http://h/
> {"uri":"URL:http://h/","standard":"rfc3986","valid":true,"scheme":"URL","path":"http://h/"}

# parse takes no angle brackets
$ everyuri check '<http://h/>'
> invalid	rfc3986	0	[...]	[...]	<http://h/>
? 1

# contract read.extra: the scheme's parts come after host_kind, exclude their delimiters and may overlap the path
$ everyuri parse --as rfc1738 --format json gopher://h/7sel%09find%09+ news:comp.x nntp://h/g/1 mailto:a@b 'prospero://h//pros/n;a=b;c=d' 'wais://h/db/t/p' 'telnet://h/'
> {"uri":"gopher://h/7sel%09find%09+","standard":"rfc1738","valid":true,"scheme":"gopher","host":"h","path":"/7sel%09find%09+","host_kind":"name","gtype":"7","selector":"sel","search":"find","gopher+":"+"}
> {"uri":"news:comp.x","standard":"rfc1738","valid":true,"scheme":"news","path":"comp.x","group":"comp.x"}
> {"uri":"nntp://h/g/1","standard":"rfc1738","valid":true,"scheme":"nntp","host":"h","path":"/g/1","host_kind":"name","group":"g","number":"1"}
> {"uri":"mailto:a@b","standard":"rfc1738","valid":true,"scheme":"mailto","path":"a@b","address":"a@b"}
> {"uri":"prospero://h//pros/n;a=b;c=d","standard":"rfc1738","valid":true,"scheme":"prospero","host":"h","path":"//pros/n;a=b;c=d","host_kind":"name","hsoname":"/pros/n","fields":"a=b;c=d"}
> {"uri":"wais://h/db/t/p","standard":"rfc1738","valid":true,"scheme":"wais","host":"h","path":"/db/t/p","host_kind":"name","database":"db","wtype":"t","wpath":"p"}
> {"uri":"telnet://h/","standard":"rfc1738","valid":true,"scheme":"telnet","host":"h","path":"/","host_kind":"name"}

# news:* has "group":"*"
$ everyuri parse --as rfc1738 --get '{group}' 'news:*'
> *

# under rfc3986 there are no scheme's parts
$ everyuri parse --format json news:comp.x
> {"uri":"news:comp.x","standard":"rfc3986","valid":true,"scheme":"news","path":"comp.x"}

# contract read.parts: under rfc1738 a ? in ftp is data
$ everyuri parse --as rfc1738 --get '{path}|{query}' 'ftp://h/a?b'
> /a?b|

# --zone: host is the whole bracket, zone what follows %25
$ everyuri parse --zone --format json 'http://[fe80::1%25eth0]/'
> {"uri":"http://[fe80::1%25eth0]/","standard":"rfc3986","valid":true,"scheme":"http","host":"[fe80::1%25eth0]","path":"/","host_kind":"ipv6","zone":"eth0"}

# without --zone it is invalid
$ everyuri parse --get '{host}' 'http://[fe80::1%25eth0]/'
> 
! everyuri: parse: argument 1: byte 15: [...]
? 1

# contract read.parts: values are the input's own characters, not decoded
$ everyuri parse --get '{path}' http://h/%41
> /%41

# --decode adds `decoded`, an object of the same names, at the end
$ everyuri parse --decode --format json http://h/%41%2f
> {"uri":"http://h/%41%2f","standard":"rfc3986","valid":true,"scheme":"http","host":"h","path":"/%41%2f","host_kind":"name","decoded":{"scheme":"http","host":"h","path":"/A/"}}

# a decoded value that is not UTF-8 shows U+FFFD, and decoded_octets has that part's base64
$ everyuri parse --decode --format json x:a%FFb
> {"uri":"x:a%FFb","standard":"rfc3986","valid":true,"scheme":"x","path":"a%FFb","decoded":{"scheme":"x","path":"a�b"},"decoded_octets":{"path":"Yf9i"}}

# decoded UTF-8 is shown, and controls as JSON escapes
$ everyuri parse --decode --format json x:%C3%A9%0A%00
> {"uri":"x:%C3%A9%0A%00","standard":"rfc3986","valid":true,"scheme":"x","path":"%C3%A9%0A%00","decoded":{"scheme":"x","path":"é\n\u0000"}}

# contract out.json: each byte that is not part of valid UTF-8 prints as U+FFFD, and octets comes right after uri
$ printf 'a\377\342\202\n' | everyuri parse --format json
> {"uri":"a���","octets":"Yf/igg==","standard":"rfc3986","valid":false,"error":{"at":1,"clause":"[...]","message":"[...]"}}
? 1

# contract out.json: the output is always valid JSON: quotes, backslashes and controls are escaped
$ printf '"\\\001\t\n' | everyuri parse --format json
> {"uri":"\"\\\u0001\t","standard":"rfc3986","valid":false,"error":{"at":0,"clause":"[...]","message":"[...]"}}
? 1

# contract out.text: text: the JSON's names, order and values, a tab between, then an empty line
$ everyuri parse 'http://u@h/?q'
> uri	http://u@h/?q
> standard	rfc3986
> valid	true
> scheme	http
> user	u
> host	h
> path	/
> query	q
> host_kind	name
> 

# contract out.text: text: nested names are dotted
$ everyuri parse --decode x:%41; everyuri parse --as rfc1738 'http://h dom/'
> uri	x:%41
> standard	rfc3986
> valid	true
> scheme	x
> path	%41
> decoded.scheme	x
> decoded.path	A
> 
> uri	http://h dom/
> standard	rfc1738
> valid	false
> error.at	8
> error.clause	RFC 1738 2.2
> error.message	space must be encoded
> 
! everyuri: parse: argument 1: byte 8: space must be encoded (RFC 1738 2.2)
? 1

# text: values are escaped as in tsv
$ printf 'a\tb\\c\rd\0e\n' | everyuri parse 2>/dev/null | head -n 1
> uri	a\tb\\c\rd\0e

# text: bytes that are not UTF-8 stay as they are
$ printf 'a\377\n' | everyuri parse 2>/dev/null | head -n 2 | tr '\377' '@'
> uri	a@
> octets	Yf8=

# contract out.tsv: tsv: a header line, then uri standard valid at and the eight parts and href; absent is \N
$ everyuri parse --format tsv 'http://h?'
> uri	standard	valid	at	scheme	user	password	host	port	path	query	fragment	href
> http://h?	rfc3986	true	\N	http	\N	\N	h	\N			\N	\N

# tsv: href with a base
$ everyuri parse --format tsv --base http://h/ a | tail -n 1
> a	rfc3986	true	\N	http	\N	\N	h	\N	/a	\N	\N	http://h/a

# contract out.tsv: tsv: tab, newline, CR, backslash and NUL are escaped
$ printf 'a\tb\nc\rd\\e\0' | everyuri parse -0 --format tsv 2>/dev/null | tr '\0' '\n' | tail -n 1 | cut -f 1
> a\tb\nc\rd\\e

# tsv: the header is there without items too
$ everyuri parse --format tsv </dev/null | cut -f 1-3
> uri	standard	valid

# contract cmd.parse: --get: {part}, {part:decoded}, {{ and \t \n \0 \\
$ everyuri parse --get '{{{host}\t{path:decoded}\n\\{query}|' 'http://h/%41' | cat
> {h	/A
> \|

# --get: \0
$ everyuri parse --get 'a\0b' x:y | tr '\0' '@'
> a@b

# --get: absent is empty
$ everyuri parse --get '<{user}{query}>' http://h/
> <>

# --get: a bad input is an empty line
$ everyuri parse --get '<{host}>' : http://h/
> 
> <h>
! everyuri: parse: argument 1: byte 0: [...]
? 1

# --get: a scheme's part
$ everyuri parse --as rfc1738 --get '{gtype}{gopher+}' gopher://h/1x
> 1

# --get: a name that is none is a usage error
$ everyuri parse --get '{hots}' http://h/
! everyuri: parse: --get: unknown component "hots"; did you mean "host"? the components are scheme, user, password, host, port, path, query, fragment, type, gtype, selector, search, gopher+, group, article, number, address, database, wtype, wpath, hsoname, version, fields, service, zone, uri, standard, href, origin and host_kind
! usage: everyuri parse [...]
! see 'everyuri help parse'
? 2

# what is written when nothing needs an escape is what is written otherwise (cmd/support/record_json_fast.c, cmd/support/record.c)
$ awk 'BEGIN { for (i = 0; i < 70; i++) { print "http://u" p ":" p "@h" p ":8/" p "?" p "#" p; print "x:" p; print "ftp://[::1]/" p; p = p "a" } }' >$TMPDIR/plain
$ everyuri parse --format json <$TMPDIR/plain >$TMPDIR/quick
$ everyuri parse --format json --decode <$TMPDIR/plain | sed 's/,"decoded":.*/}/' | cmp - $TMPDIR/quick
$ wc -l <$TMPDIR/quick
> 210

# and so when the output's block is full at any place
$ awk 'BEGIN { for (i = 0; i < 20000; i++) { print "http://u:p@h/" p "?" i; p = i % 97 ? p "b" : "" } }' >$TMPDIR/plain
$ everyuri parse --format json <$TMPDIR/plain >$TMPDIR/quick
$ everyuri parse --format json --decode <$TMPDIR/plain | sed 's/,"decoded":.*/}/' | cmp - $TMPDIR/quick
$ wc -l <$TMPDIR/quick
> 20000

# and with an item that is longer than the block
$ { printf 'x:'; head -c 1000000 /dev/zero | tr '\0' a; echo; } | everyuri parse --format json | wc -c
> 2000070

# "URL:" is reported with --base too, though the resolved URI has none
$ for s in url1993 uri1994 rfc1630 rfc1738 rfc3986; do everyuri parse --as $s --format json --base http://b/ uRl:http://h/; done
> {"uri":"uRl:http://h/","standard":"url1993","valid":true,"prefix":"URL:","scheme":"http","host":"h","path":"/","href":"http://h/","host_kind":"name"}
> {"uri":"uRl:http://h/","standard":"uri1994","valid":true,"prefix":"URL:","scheme":"http","host":"h","path":"/","href":"http://h/","host_kind":"name"}
> {"uri":"uRl:http://h/","standard":"rfc1630","valid":true,"prefix":"URL:","scheme":"http","host":"h","path":"/","href":"http://h/","host_kind":"name"}
> {"uri":"uRl:http://h/","standard":"rfc1738","valid":true,"prefix":"URL:","scheme":"http","host":"h","path":"/","href":"http://h/","host_kind":"name"}
> {"uri":"uRl:http://h/","standard":"rfc3986","valid":true,"scheme":"uRl","path":"http://h/","href":"uRl:http://h/"}

# --get: a pattern that ends too early, an escape that there is not, a word that there is not
$ for p in 'a{host' 'a\' 'a\x' '{nothing}' '{}' '\t{{host}\n'; do everyuri parse --get "$p" http://h/; done 2>&1 | grep -v '^usage\|^see '
> everyuri: parse: --get: "a{host" has "{" without "}"; write "{{" for a literal "{"
> everyuri: parse: --get: "a\" has an unknown escape; the escapes are \t, \n, \0 and \\
> everyuri: parse: --get: "a\x" has an unknown escape; the escapes are \t, \n, \0 and \\
> everyuri: parse: --get: unknown component "nothing"; the components are scheme, user, password, host, port, path, query, fragment, type, gtype, selector, search, gopher+, group, article, number, address, database, wtype, wpath, hsoname, version, fields, service, zone, uri, standard, href, origin and host_kind
> everyuri: parse: --get: unknown component ""; the components are scheme, user, password, host, port, path, query, fragment, type, gtype, selector, search, gopher+, group, article, number, address, database, wtype, wpath, hsoname, version, fields, service, zone, uri, standard, href, origin and host_kind
> 	{host}
> 

# --get: href and origin are of whatwg and of what was resolved, empty otherwise
$ everyuri parse --get '{href}|{origin}|{host}' http://h/; everyuri parse --as whatwg --get '{href}|{origin}' http://h:80/a file:///x data:,x; everyuri parse --base http://b/ --reference --get '{href}' c
> ||h
> http://h/a|http://h
> file:///x|null
> data:,x|null
> http://b/c

# --decode: octets of each part, as text and tsv
$ everyuri parse --decode 'http://%FF:%FE@h/%FD?%FC' | LC_ALL=C sed 's/[\x80-\xff]/?/' | grep decoded
> decoded.scheme	http
> decoded.user	?
> decoded.password	?
> decoded.host	h
> decoded.path	/?
> decoded.query	?
> decoded_octets.user	/w==
> decoded_octets.password	/g==
> decoded_octets.path	L/0=
> decoded_octets.query	/A==

# --decode, JSON: two parts that are not UTF-8
$ everyuri parse --decode --format json 'http://%FF:%FE@h/'
> {"uri":"http://%FF:%FE@h/","standard":"rfc3986","valid":true,"scheme":"http","user":"%FF","password":"%FE","host":"h","path":"/","host_kind":"name","decoded":{"scheme":"http","user":"�","password":"�","host":"h","path":"/"},"decoded_octets":{"user":"/w==","password":"/g=="}}

# URL: in front is told where it was, also of what was resolved
$ everyuri parse --as rfc1738 --base URL:http://h/a --format json URL:ftp://x/ ; everyuri parse --as rfc1738 --format tsv URL:http://h/ | tail -n 1; everyuri parse --as rfc1808 --base http://h/a --format json b ur urx: uRl:ftp://x/
> {"uri":"URL:ftp://x/","standard":"rfc1738","valid":true,"prefix":"URL:","scheme":"ftp","host":"x","path":"/","href":"ftp://x/","host_kind":"name"}
> URL:http://h/	rfc1738	true	\N	http	\N	\N	h	\N	/	\N	\N	\N
> {"uri":"b","standard":"rfc1808","valid":true,"scheme":"http","host":"h","path":"/b","href":"http://h/b","host_kind":"name"}
> {"uri":"ur","standard":"rfc1808","valid":true,"scheme":"http","host":"h","path":"/ur","href":"http://h/ur","host_kind":"name"}
> {"uri":"urx:","standard":"rfc1808","valid":true,"scheme":"urx","path":"","href":"urx:"}
> {"uri":"uRl:ftp://x/","standard":"rfc1808","valid":true,"scheme":"uRl","path":"ftp://x/","href":"uRl:ftp://x/"}

# UTF-8 is what RFC 3629 says: the bytes of others are octets
$ for b in '\200' '\301\277' '\302\200' '\340\237\277' '\340\240\200' '\355\240\200' '\355\237\277' '\360\217\277\277' '\360\220\200\200' '\364\220\200\200' '\364\217\277\277' '\365\200\200\200' '\377' '\303\050' '\342\202' '\342\202\050'; do printf "x:$b" | everyuri parse --format json | grep -c octets; done | tr '\n' ' '; echo
> 1 1 0 1 0 1 0 1 0 1 0 1 1 1 1 1 

# under a standard that admits any byte JSON escapes what it has to
$ printf 'x:a"b\\c\n' | everyuri parse --as uri1994 --format json; printf 'x:a\001b\n' | everyuri parse --as rfc1630 --format json
> {"uri":"x:a\"b\\c","standard":"uri1994","valid":false,"error":{"at":5,"clause":"URI draft 1994, BNF path","message":"character not allowed here in the path or query"}}
> {"uri":"x:a\u0001b","standard":"rfc1630","valid":false,"error":{"at":3,"clause":"RFC 1630, unsafe characters","message":"control character must be encoded"}}
? 1

# csv: a field with a line end, a quotation mark, a comma
$ printf 'x:a\rb\0x:a\nb\0x:"\0x:,\0' | everyuri check -0 --format tsv | tr '\0' '|'; printf 'x:a\rb\nx:"\nx:,\n' | everyuri check --format csv | sed 's/\r/<CR>/g'
> uri	standard	verdict	at	clause	message|x:a\rb	rfc3986	invalid	3	RFC 3986 2.1	control character must be encoded|x:a\nb	rfc3986	invalid	3	RFC 3986 2.1	control character must be encoded|x:"	rfc3986	invalid	2	RFC 3986 3.3	character not allowed here in the path or query|x:,	rfc3986	valid	\N	\N	\N|uri,standard,verdict,at,clause,message<CR>
> "x:a<CR>b",rfc3986,invalid,3,RFC 3986 2.1,control character must be encoded<CR>
> "x:""",rfc3986,invalid,2,RFC 3986 3.3,character not allowed here in the path or query<CR>
> "x:,",rfc3986,valid,,,<CR>

# a table has no rows that are made of other items
$ everyuri parse --format csv --default-scheme http h; everyuri parse --format arrow --decode x:y
! everyuri: parse: --format csv and arrow cannot be combined with --base, --decode or --default-scheme
! usage: everyuri [...]
! see [...]
! everyuri: parse: --format csv and arrow cannot be combined with --base, --decode or --default-scheme
! usage: everyuri [...]
! see [...]
? 2

# a long item does not fit between the others
$ { echo x:a; printf 'x:%0200000d\n' 0; echo x:b; } | everyuri parse --format json | cut -c 1-12; { echo x:a; printf 'x:%0200000d\n' 0; echo x:b; } | everyuri parse --format json --max-length 100 | cut -c 1-12
> {"uri":"x:a"
> {"uri":"x:00
> {"uri":"x:b"
> {"uri":"x:a"
> {"uri":"x:00
> {"uri":"x:b"

# URL: in front, of what rfc1738 resolves by rfc1808, in either case
$ everyuri parse --as rfc1738 --base http://h/a --format json b url: uRl:ftp://x/ 'u(l:'
> {"uri":"b","standard":"rfc1738","valid":true,"by":"rfc1808","scheme":"http","host":"h","path":"/b","href":"http://h/b","host_kind":"name"}
> {"uri":"url:","standard":"rfc1738","valid":false,"error":{"at":4,"clause":"RFC 1738 5","message":"unexpected end of text"}}
> {"uri":"uRl:ftp://x/","standard":"rfc1738","valid":true,"prefix":"URL:","scheme":"ftp","host":"x","path":"/","href":"ftp://x/","host_kind":"name"}
> {"uri":"u(l:","standard":"rfc1738","valid":true,"by":"rfc1808","scheme":"http","host":"h","path":"/u(l:","href":"http://h/u(l:","host_kind":"name"}
? 1

# items that a default scheme helps, and lines that are together longer than any may be
$ printf 'h\nx:y\n' | everyuri parse --format json --default-scheme http | cut -c 1-45; printf 'x:aaa\nx:bbb\n' | everyuri parse --format json --max-length 6 | cut -c 1-13
> {"uri":"h","standard":"rfc3986","valid":true,
> {"uri":"x:y","standard":"rfc3986","valid":tru
> {"uri":"x:aaa
> {"uri":"x:bbb

# JSON of an argument escapes what it has to
$ everyuri parse --format json 'a"b' 'a\b' "$(printf 'a\001b')" "$(printf 'a\303\251')" | cut -c 1-18
> {"uri":"a\"b","sta
> {"uri":"a\\b","sta
> {"uri":"a\u0001b",
> {"uri":"aé","stan
