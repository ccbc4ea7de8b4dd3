; everyuri parse

# the contract's first example
$ everyuri parse --as rfc1738 --format json 'ftp://u@h.dom/%2Fetc/motd;type=a'
> {"uri":"ftp://u@h.dom/%2Fetc/motd;type=a","standard":"rfc1738","valid":true,"scheme":"ftp","user":"u","host":"h.dom","path":"/%2Fetc/motd;type=a","host_kind":"name","type":"a"}

# the contract's second example
$ everyuri parse --as rfc1738 --format json 'http://h dom/'
> {"uri":"http://h dom/","standard":"rfc1738","valid":false,"error":{"at":8,"clause":"RFC 1738 2.2","message":"space must be encoded"}}
? 1

# the order: uri, standard, valid, the eight parts, host_kind
$ everyuri parse --format json 'http://u:p@h:1/a?q#f'
> {"uri":"http://u:p@h:1/a?q#f","standard":"rfc3986","valid":true,"scheme":"http","user":"u","password":"p","host":"h","port":"1","path":"/a","query":"q","fragment":"f","host_kind":"name"}

# absent parts are left out, empty ones are "", path is always there
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

# userinfo is cut at its first colon
$ everyuri parse --get '{user} {password}' http://a:b:c@h/
> a b:c

# with --reference a partial form is accepted and has "relative":true
$ everyuri parse --reference --format json 'a/b?q'
> {"uri":"a/b?q","standard":"rfc3986","valid":true,"relative":true,"path":"a/b","query":"q"}

# without it is not
$ everyuri parse --format json a/b
> {"uri":"a/b","standard":"rfc3986","valid":false,"error":{"at":1,"clause":"[...]","message":"[...]"}}
? 1

# under rfc1738 a partial form is rfc1808's, and JSON adds "by":"rfc1808"
$ everyuri parse --as rfc1738 --reference --format json ../a
> {"uri":"../a","standard":"rfc1738","valid":true,"relative":true,"by":"rfc1808","path":"../a"}

# under url1993, uri1994 and rfc1630 a text with no colon before its first slash may be a partial form
$ for s in url1993 uri1994 rfc1630; do everyuri parse --as $s --reference --format json g; done
> {"uri":"g","standard":"url1993","valid":true,"relative":true,"path":"g"}
> {"uri":"g","standard":"uri1994","valid":true,"relative":true,"path":"g"}
> {"uri":"g","standard":"rfc1630","valid":true,"relative":true,"path":"g"}

# with --base the parts are those of the resolved URI and href is there, after the parts
$ everyuri parse --base http://a/b/c/d --format json '../g?x#y'
> {"uri":"../g?x#y","standard":"rfc3986","valid":true,"scheme":"http","host":"a","path":"/b/g","query":"x","fragment":"y","href":"http://a/b/g?x#y","host_kind":"name"}

# with --base a full URI stays what it is, and has an href
$ everyuri parse --base http://a/b --format json x:y
> {"uri":"x:y","standard":"rfc3986","valid":true,"scheme":"x","path":"y","href":"x:y"}

# a base that is invalid is a usage error before the first item
$ everyuri parse --base 'http://h h/' --format json g
! everyuri: parse: --base: byte 8: [...]
! usage: everyuri parse [...]
? 2

# so is one that is partial, even with --reference
$ everyuri parse --base /a --reference --format json g
! everyuri: parse: --base: byte [...]
! usage: everyuri parse [...]
? 2

# a leading URL: is taken off under the four old standards, in either case, and reported; offsets count from the first byte
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

# the scheme's parts come after host_kind, exclude their delimiters and may overlap the path
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

# under rfc1738 a ? in ftp is data
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

# values are the input's own characters, not decoded
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

# each byte that is not part of valid UTF-8 prints as U+FFFD, and octets comes right after uri
$ printf 'a\377\342\202\n' | everyuri parse --format json
> {"uri":"a���","octets":"Yf/igg==","standard":"rfc3986","valid":false,"error":{"at":1,"clause":"[...]","message":"[...]"}}
? 1

# the output is always valid JSON: quotes, backslashes and controls are escaped
$ printf '"\\\001\t\n' | everyuri parse --format json
> {"uri":"\"\\\u0001\t","standard":"rfc3986","valid":false,"error":{"at":0,"clause":"[...]","message":"[...]"}}
? 1

# text: the JSON's names, order and values, a tab between, then an empty line
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

# text: nested names are dotted
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

# tsv: a header line, then uri standard valid at and the eight parts and href; absent is \N
$ everyuri parse --format tsv 'http://h?'
> uri	standard	valid	at	scheme	user	password	host	port	path	query	fragment	href
> http://h?	rfc3986	true	\N	http	\N	\N	h	\N			\N	\N

# tsv: href with a base
$ everyuri parse --format tsv --base http://h/ a | tail -n 1
> a	rfc3986	true	\N	http	\N	\N	h	\N	/a	\N	\N	http://h/a

# tsv: tab, newline, CR, backslash and NUL are escaped
$ printf 'a\tb\nc\rd\\e\0' | everyuri parse -0 --format tsv 2>/dev/null | tr '\0' '\n' | tail -n 1 | cut -f 1
> a\tb\nc\rd\\e

# tsv: the header is there without items too
$ everyuri parse --format tsv </dev/null | cut -f 1-3
> uri	standard	valid

# --get: {part}, {part:decoded}, {{ and \t \n \0 \\
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
! everyuri: parse: --get: "{hots}" [...]
! usage: everyuri parse [...]
? 2

# what is written when nothing needs an escape is what is written otherwise (cmd/plain.c, cmd/record.c)
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
