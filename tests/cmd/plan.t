; everyuri plan

# contract cmd.plan: an ftp URI in full
$ everyuri plan --format json 'ftp://u@h.dom/%2Fetc/motd;type=a'
> {"uri":"ftp://u@h.dom/%2Fetc/motd;type=a","standard":"rfc3986","scheme":"ftp","steps":[{"do":"connect","host":"h.dom","port":21,"tls":false,"transport":"tcp"},{"do":"expect","reply":["220"]},{"do":"send","verb":"USER","argument":"u"},{"do":"ask","for":"password","when":"331","send":{"verb":"PASS"}},{"do":"expect","reply":["230"]},{"do":"send","verb":"CWD","argument":"/etc"},{"do":"expect","reply":["2"]},{"do":"send","verb":"TYPE","argument":"A"},{"do":"expect","reply":["200"]},{"do":"data","modes":["EPSV","PASV"]},{"do":"send","verb":"RETR","argument":"motd"},{"do":"receive","until":"close"}]}

# contract cmd.plan: an ungrammatical item gives parse's error object, a refused one its own; both are exit status 1, and the others come out in order
$ everyuri plan --format json 'http://h h/' 'ftp://h/%0A' http://h
> {"uri":"http://h h/","standard":"rfc3986","valid":false,"error":{"at":8,"clause":"RFC 3986 2.1","message":"space must be encoded"}}
> {"uri":"ftp://h/%0A","standard":"rfc3986","refused":{"at":8,"clause":"RFC 1738 6","message":"[...]"}}
> {"uri":"http://h","standard":"rfc3986","scheme":"http","steps":[{"do":"connect","host":"h","port":80,"tls":false,"transport":"tcp"},{"do":"send","verb":"GET","argument":"/"},{"do":"expect","reply":["2"]},{"do":"receive","until":"length"}]}
? 1

# in JSON a partial form is parse's error object, a scheme without a plan is refused at 0
$ everyuri plan --format json a/b nosuch:x
> {"uri":"a/b","standard":"rfc3986","valid":false,"error":{"at":1,"clause":"[...]","message":"[...]"}}
> {"uri":"nosuch:x","standard":"rfc3986","refused":{"at":0,"clause":"[...]","message":"[...]"}}
? 1

# text: an empty line for each that has no plan, and a line on standard error
$ printf 'ftp://h/%%0A\nhttp://h/?q\n' | everyuri plan
> 
> connect    h port 80 transport tcp
> send       GET /?q
> expect     2
> receive    until length
> 
! everyuri: plan: line 1: byte 8: a line feed would end the command (RFC 1738 6)
? 1

# contract cmd.secrets: a password prints as *** in uri and steps, unless it is asked for
$ everyuri plan --format json ftp://u:p@h/a | grep -c '"uri":"ftp://u:\*\*\*@h/a".*"argument":"\*\*\*","masked":true,"when":"331"'
> 1
$ everyuri plan --show-secrets --format json ftp://u:p@h/a | grep -c '"uri":"ftp://u:p@h/a".*"argument":"p","when":"331"'
> 1
$ everyuri plan --as whatwg --format json 'ftp:\\u:p%40@h\a' | grep -c 'p%40'
> 0
? 1

# what is wrong and holds what looks like a password does not show it either
$ everyuri plan ftp://u:secret@h:x/ 2>&1 | grep -c secret
> 0
? 1

# warnings stand in JSON behind the steps, and in text behind them too
$ everyuri plan --format json http://h:70/ | grep -o '"warnings".*'
> "warnings":[{"at":9,"clause":"RFC 1738 6","message":"[...]"}]}
$ everyuri plan http://h:70/ | grep warning
> warning    [...] (byte 9, RFC 1738 6)

# tsv is a usage error
$ everyuri plan --format tsv http://h
! everyuri: plan: --format tsv is not available: a plan is not one row; use text or json
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
? 2

# --as rfc1738 demands its production
$ everyuri plan --as rfc1738 'http://h?q'
> 
! everyuri: plan: argument 1: byte 8: [...]
? 1

# --zone
$ everyuri plan --zone 'http://[fe80::1%25eth0]/' | head -n 1
> connect    fe80::1%eth0 port 80 transport tcp

# --config, --set and --allow-port; lines of a policy among them
$ printf 'proxy p:8888 # a comment\n\nrefuse-host *.internal\n' >conf; everyuri plan --config conf http://a.internal/ http://h/ | head -n 3; rm conf
> 
> connect    p port 8888 transport tcp
> send       GET http://h/
! everyuri: plan: argument 1: byte 7: the policy refuses this host (policy)
$ everyuri plan --allow-port 25 http://h:25/ | head -n 1
> connect    h port 25 transport tcp
$ everyuri plan --allow-port 0 http://h
! everyuri: plan: --allow-port: [...]
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
? 2

# the file of one's own, and none
$ printf 'proxy mine:3128\n' >conf; EVERYURI_CONFIG=conf everyuri plan http://h | head -n 1; EVERYURI_CONFIG= everyuri plan http://h | head -n 1; EVERYURI_CONFIG=conf everyuri plan --config /dev/null http://h | head -n 1; rm conf
> connect    mine port 3128 transport tcp
> connect    h port 80 transport tcp
> connect    h port 80 transport tcp
$ mkdir -p home/.config/everyuri; echo 'proxy mine:3128' >home/.config/everyuri/config; HOME=$PWD/home everyuri plan http://h | head -n 1; rm -r home
> connect    mine port 3128 transport tcp

# a configuration that is wrong is reported with its place, and nothing is planned
$ printf '\nnews-server h\nproxy a b\n' >conf; everyuri plan --config conf http://h; rm conf
! everyuri: plan: conf: line 3, byte 7: blank or control character not allowed in this value
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
$ everyuri plan --set 'anonymous a' --set 'proxxy p' http://h
! everyuri: plan: --set: byte 0: unknown keyword "proxxy"; did you mean "proxy"?
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
? 2
$ everyuri plan --set 'allow-port 99999' http://h
! everyuri: plan: --set: byte 11: [...]
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
? 2
$ everyuri plan --config /nonexistent http://h
! everyuri: plan: /nonexistent: No such file or directory
? 2

# nothing raw on a terminal
$ tests/cmd/terminal everyuri plan --format json 'ftp://h/%C2%9B2J%7F' | grep -o 'RETR.*'
> RETR","argument":"\u009b2J\u007f"},{"do":"receive","until":"close"}]}

# -0 and threads
$ printf 'http://h\0http://i' | everyuri plan -0 --format json -j 2 | tr '\0' '\n' | grep -o '"uri":"[^"]*"'
> "uri":"http://h"
> "uri":"http://i"

# a password that the asked standard reads as a part of something else prints as *** too
$ everyuri plan --as url1993 --format json http://u:secret@h/a ftp://u:secret@h:25/a afs://u:secret@h/a | grep -o '"uri":"[^"]*"'
> "uri":"http://u:***@h/a"
> "uri":"ftp://u:***@h:25/a"
> "uri":"afs://u:***@h/a"
$ everyuri plan --as uri1994 --format json http://u:secret@h/a wais://u:secret@h/d prospero://u:secret@h/d | grep -o '"uri":"[^"]*"'
> "uri":"http://u:***@h/a"
> "uri":"wais://u:***@h/d"
> "uri":"prospero://u:***@h/d"
$ everyuri plan --as rfc2396 --format json 'http://u:sec@ret@h/' 'http://u:secret@h:x/' | grep -o '"uri":"[^"]*"'
> "uri":"http://u:***@h/"
> "uri":"http://u:***@h:***/"
$ everyuri plan --format json URL:ftp://u:secret@h/a http:/u:secret@h/ http:////u:secret@h/ | grep -o '"uri":"[^"]*"'
> "uri":"URL:ftp://u:***@h/a"
> "uri":"http:/u:***@h/"
> "uri":"http:////u:***@h/"

# but an @ that no password stands in front of hides nothing, under no standard
$ for as in url1993 uri1994 rfc1630 rfc1738 rfc1808 rfc2396 rfc3986 rfc3987 whatwg; do everyuri plan --as $as --format json mailto:a@b MAILTO:a@b mid:a@b news:1@h; done | grep -o '"uri":"[^"]*"' | sort | uniq -c | sed 's/^ *//'
> 9 "uri":"MAILTO:a@b"
> 9 "uri":"mailto:a@b"
> 9 "uri":"mid:a@b"
> 9 "uri":"news:1@h"

# of an item that is too long all is hidden behind the colon that may stand in front of a password
$ everyuri plan --max-length 20 --format json 'ftp://u:secret@hhhhhhhhhhhhhhhhh/aaaa' 'http://h/?q=http://u:secret@h/' 'http://hhhhhhhhhhhhhh/a:b' | grep -o '"uri":"[^"]*"'
> "uri":"ftp://u:***"
> "uri":"http://h/?q=http://u:***"
> "uri":"http://hhhhhhhhhhhhhh/a:b"

# bytes are counted in the item as given: of an IRI, of what the URL Standard rewrites, and behind --default-scheme
$ everyuri plan --as rfc3987 --format json 'ftp://h/é/%0A' 'ftp://é/%0A' | grep -o '"at":[0-9]*'
> "at":11
> "at":9
$ everyuri plan --as whatwg --format json ' HTTP:\\h:25/ ' ' http://h/' 'http://A:25/b c' | grep -o '"at":[0-9]*'
> "at":10
> "at":9
$ everyuri plan --as whatwg --format json 'HTTP://u@h:70' | grep -o '"warnings".*'
> "warnings":[{"at":11,"clause":"RFC 1738 6","message":"[...]"},{"at":7,"clause":"RFC 1738 3.3","message":"[...]"}]}
$ everyuri plan --default-scheme ftp --format json 'h/%0A' | grep -o '"at":[0-9]*'
> "at":2
$ everyuri explain --default-scheme ftp 'h/%0A' | grep refused
>   plan       refused at byte 2: a line feed would end the command (RFC 1738 6)

# a reference that would give somebody a password is refused, and not shown
$ everyuri plan --format json 'gopher://h/hURL:http://u:secret@x/'
> {"uri":"gopher://h/hURL:http://u:***@x/","standard":"rfc3986","refused":{"at":16,"clause":"[...]","message":"[...]"}}
? 1

# a scheme without a port of its own needs the URI's
$ everyuri plan --set 'scheme x-a' --set 'step x-a connect' --format json x-a://h/ x-a://h:5/
> {"uri":"x-a://h/","standard":"rfc3986","refused":{"at":7,"clause":"configuration","message":"[...]"}}
> {"uri":"x-a://h:5/","standard":"rfc3986","scheme":"x-a","steps":[{"do":"connect","host":"h","port":5,"tls":false,"transport":"tcp"}]}
? 1

# where several lines say one thing the last counts, so --set overrides the file
$ printf 'proxy p\nscheme x-a port=1\nprogram telnet t {host}\nroot h /a\n' >conf; everyuri plan --config conf --set 'proxy q' --set 'scheme x-a port=2' --set 'step x-a connect' --set 'program telnet u {host}' --set 'root h /b' http://h/ x-a://h/ telnet://h/ ftp://h/a | grep -v '^ *$' | grep -E '^(connect|hand-over|read)'; rm conf
> connect    q port 8080 transport tcp
> connect    h port 2 transport tcp
> hand-over  u h
> read       /b/a
$ everyuri schemes --set 'scheme x-a port=1' --set 'scheme x-a port=2 kind=opaque' --format json x-a | grep -o '"port":[0-9]*,"kind":"[a-z]*"'
> "port":2,"kind":"opaque"

# configuration: a user or password in a template, a message-id that is none, a variable that a program is not told, a port in this-host
$ everyuri plan --set 'resolver ab https://u:pw@r/{nss}' urn:ab:c
! everyuri: plan: --resolver: byte 15: [...]
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
$ everyuri plan --set 'gateway nfs https://u@{host}/' nfs://h
! everyuri: plan: --gateway: byte 13: [...]
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
$ everyuri plan --set 'message nope' cid:a@b
! everyuri: plan: --message: byte 0: [...]
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
$ everyuri plan --set 'message mid:m@x' cid:a@b
! everyuri: plan: --message: byte 0: [...]
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
$ everyuri plan --set 'program telnet ssh {host} {user}' telnet://h
! everyuri: plan: --program: byte 18: [...]
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
$ everyuri plan --set 'this-host h:80' file:///a
! everyuri: plan: --this-host: byte 0: [...]
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
$ everyuri plan --set 'message <m@x>' cid:a@b
> look-up    mail id m@x part a@b
> 
? 0

# a byte order mark at the start of a file is passed over, and counted
$ printf '\357\273\277proxy p\n' >conf; everyuri plan --config conf http://h/ | head -n 1; printf '\357\273\277proxxy p\n' >conf; everyuri plan --config conf http://h/; rm conf
> connect    p port 8080 transport tcp
! everyuri: plan: conf: line 1, byte 3: unknown keyword
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'

# --run carries the plan out, and tells each step as it is taken; the object is counted
$ everyuri plan --run data:,hello 'http://h h/' 'mailto:a@x.example?body=b'
> [...] ms  plan     data:,hello
> [...] ms  step     read
>            object   document text/plain;charset=US-ASCII
>            end      complete, 5 bytes, 0 items
> 
> [...] ms  plan     mailto:a@x.example?body=b
> [...] ms  step     compose
>            object   document message/rfc822
>            end      complete, 113 bytes, 0 items
> 
! everyuri: plan: argument 2: byte 8: space must be encoded (RFC 3986 2.1)
? 1

# --run is text
$ everyuri plan --run --format json data:,x
! everyuri: plan: --run writes only text
! usage: everyuri plan --run [-v] [OPTION]... [URI]...
! see 'everyuri help plan'
? 2

# secrets that a standard has moved are masked as well, wherever they were
$ everyuri plan --as whatwg --format json 'http:\\u:p@h' 'HTTP://:p@h/' 'http://h/?token=x y' 'http://h/#access_token=x y' 'http://h /' | grep -o '"uri":"[^"]*"'
> "uri":"http:\\\\***@h"
> "uri":"HTTP://:***@h/"
> "uri":"http://h/?token=x y"
> "uri":"http://h/#access_token=x y"
> "uri":"http://h /"

# a place behind a default scheme is told in the item
$ everyuri plan --default-scheme nothing 1.2.3.4; everyuri plan --default-scheme ftp --format json 'h/%00' | grep -o '"at":[0-9]*'
> 
> "at":2
! everyuri: plan: argument 1: byte 0: unsupported scheme (RFC 1738 3)

# a plan that would be too long, or whose URI is not understood, is invalid and not refused
$ everyuri plan --format json 'mailto:%FF%FE?subject' 'gopher://h/1%' | cut -c 1-90
> {"uri":"mailto:%FF%FE?subject","standard":"rfc3986","refused":{"at":7,"clause":"RFC 6068 5
> {"uri":"gopher://h/1%","standard":"rfc3986","valid":false,"error":{"at":13,"clause":"RFC 3

# --run behind -- is a URI that is none
$ everyuri plan -- --run
> 
! everyuri: plan: argument 1: byte 0: character not allowed at the start of a scheme (RFC 3986 3.1)
? 1
