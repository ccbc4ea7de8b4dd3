; everyuri get: what needs no network; tests/live has the rest

# a document's bytes as they are, behind one another
$ everyuri get data:,a data:,b%0A 'data:;base64,AAEC/w==' | od -An -tx1
>  61 62 0a 00 01 02 ff

# contract cmd.access: a bad item, a refused one and one without an object never stop the others
$ everyuri get data:,a%0A 'http://h h/' 'ftp://h/%0A' file:///none/such nosuch:x data:,b%0A
> a
> b
! everyuri: get: argument 2: byte 8: space must be encoded (RFC 3986 2.1)
! everyuri: get: argument 3: byte 8: a line feed would end the command (RFC 1738 6)
! everyuri: get: argument 4: [...]
! everyuri: get: argument 5: byte 0: [...]
? 3

# only bad items: 1
$ everyuri get 'http://h h/'
! everyuri: get: argument 1: byte 8: [...]
? 1

# lines of standard input
$ everyuri get
< data:,a%0A
< h h
< data:,b%0A
> a
> b
! everyuri: get: line 2: byte 1: [...]
? 1

# -0: items end in NUL
$ printf 'data:,a%%0A\0data:,b%%0A' | everyuri get -0
> a
> b

# --default-scheme
$ everyuri get --default-scheme data -i x,y 2>&1 | grep -c RFC
> 1

# --default-scheme: a port is refused as any
$ everyuri get --default-scheme gopher 127.0.0.1:1
! everyuri: get: argument 1: byte [...] (Fetch, port blocking)
? 1

# -j: fifty at once come out in their order, whole
$ for i in $(seq 1 50); do echo "data:,$i%0A"; done >l; everyuri get -j 16 <l >got; everyuri get -j 16 $(cat l) >also; seq 1 50 | cmp - got && cmp got also && echo same; rm l got also
> same
$ mkdir d; for i in $(seq 1 50); do head -c $((i * 20000)) /dev/zero | tr '\0' "$(printf "\\$(printf %o $((i + 40)))")" >d/$i; done; (cd d; cat $(seq 1 50)) >all; for i in $(seq 1 50); do echo "file://$PWD/d/$i"; done | everyuri get -j 7 | cmp - all && echo same; rm -r d all
> same

# and in many blocks of input each has its own number
$ seq 30000 | sed 's/^/a /' | everyuri get -j 2 2>&1 | tail -n 1
> everyuri: get: line 30000: byte 1: space must be encoded (RFC 3986 2.1)

# and with a bad one among them
$ printf 'data:,a%%0A\nh h\ndata:,b%%0A\n' | everyuri get -j 3
> a
> b
! everyuri: get: line 2: byte 1: [...]
? 1

# a directory is a menu, as text, JSON and HTML
$ mkdir d; echo hello >d/x.txt; touch -d 2026-11-21T17:00:00Z d/x.txt; everyuri get file://$PWD/d/ | sed "s,$PWD,,"; everyuri get --format json file://$PWD/d/ | sed "s,$PWD,,g"; everyuri get --format html file://$PWD/d/ | grep -c '<a href="file://[^"]*/d/x.txt"'; rm -r d
> - x.txt [...]6  2026-11-21T17:00  file:///d/x.txt
> {"uri":"file:///d/","kind":"menu","items":[{"kind":"document","label":"x.txt","uri":"file:///d/x.txt","media_type":"text/plain","size":6,"date":"2026-11-21T17:00:00Z"}],"whole":true}
> 1

# JSON has what went wrong in the item's place, and shows no password
$ everyuri get --format json data:,a 'http://u:secret@h h/' file:///none/such
> {"uri":"data:,a","kind":"document","media_type":"text/plain;charset=US-ASCII","length":1,"text":"a","whole":true}
> {"uri":"http://***@h h/","error":{"at":17,"clause":"RFC 3986 2.1","message":"[...]"}}
> {"uri":"file:///none/such","error":{"at":0,"clause":"[...]","message":"[...]"}}
? 3

# -i: two names of one object have one digest
$ everyuri get -i data:,hello 'data:;base64,aGVsbG8=' | grep sha256
> sha256	2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
> sha256	2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
$ everyuri get -i --format json data:text/html,x
> {"kind":"document","media_type":"text/html","length":1,"bytes":1,"sha256":"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881","uri":"data:text/html,x","whole":true}
$ mkdir d; touch d/a d/b; everyuri get -i file://$PWD/d/ | sed "s,$PWD,,"; rm -r d
> kind	menu
> items	2
> uri	file:///d/
> 

# mailto: is a draft on standard output, and nothing is sent
$ everyuri get 'mailto:a@x.example,b@x.example?subject=s&body=one%0D%0Atwo' | tr -d '\r'; echo
> To: a@x.example, b@x.example
> subject: s
> MIME-Version: 1.0
> Content-Type: text/plain; charset=utf-8
> Content-Transfer-Encoding: 8bit
> 
> one
> two

# RFC 6068 6.3: beyond US-ASCII a header has encoded words, and a body is UTF-8
$ everyuri get 'mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9' | tr -d '\r'; echo
> To: user@example.org
> subject: =?utf-8?Q?caf=C3=A9?=
> MIME-Version: 1.0
> Content-Type: text/plain; charset=utf-8
> Content-Transfer-Encoding: 8bit
> 
> café

# RFC 6068 6.3: an encoded word of the link's own is left alone
$ everyuri get 'mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D' | tr -d '\r' | sed -n 2p
> subject: =?utf-8?Q?caf=C3=A9?=

# RFC 6068 6.3: a domain beyond US-ASCII is what the DNS knows it by
$ everyuri get 'mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO' | tr -d '\r' | head -n 2
> To: user@xn--99zt52a.example.org
> subject: Test

# RFC 2047 5: the names of addresses are encoded, the addresses are not
$ everyuri get 'mailto:a@x.example?cc=J%C3%B6rg%20%3Cj@x.example%3E,%20k%C3%B6@x.example' | tr -d '\r' | sed -n 2p
> cc: =?utf-8?Q?J=C3=B6rg?= <j@x.example>, kö@x.example

# RFC 5322 2.1.1: many addresses are on several lines
$ everyuri get "mailto:$(printf 'someone-%s@x.example,' 1 2 3 4 5)z@x.example" | tr -d '\r' | head -n 3
> To: someone-1@x.example, someone-2@x.example, someone-3@x.example,
>  someone-4@x.example, someone-5@x.example, z@x.example
> MIME-Version: 1.0

# mailto: what would forge a message is refused
$ everyuri get 'mailto:a@x.example?from=b@x.example'
! everyuri: get: argument 1: byte 19: [...] (RFC 6068 [...])
? 1

# -o: one file for all, made when there is something to write
$ everyuri get -o f data:,a data:,b; cat f; rm f; echo
> ab
$ everyuri get -o f file:///none/such 2>/dev/null; echo $?; ls | grep -cx f
> 3
> 0
? 1

# -o: a file that cannot be written
$ everyuri get -o /none/such/f data:,a
! everyuri: get: /none/such/f: No such file or directory
? 2

# -c goes on where the file ends
$ echo hello >x; printf he >f; everyuri get -c -o f file://$PWD/x; cat f; rm x f
> hello

# -c without a file
$ everyuri get -c data:,a
! everyuri: get: -c needs -o or -O to name the file that it continues
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
? 2

# -O: THREATS C4: never over a file, never hidden, no hyphen, no slash, no control character
$ mkdir d e; echo x >d/x; cd e; everyuri get -O file://$OLDPWD/d/x; cat x; everyuri get -O file://$OLDPWD/d/x; echo $?; cd ..; rm -r d e
> x
> 2
! everyuri: get: x: File exists
$ mkdir e; cd e; for n in '' . .x -x a%0Ab %2E%2E; do everyuri get -O ftp://127.0.0.1:1/$n 2>&1 | head -n 1; done; everyuri get -O data:,a 2>&1 | head -n 1; ls; cd ..; rmdir e
> everyuri: get: -O: the URI has no usable file name; use -o FILE
> everyuri: get: -O: the URI has no usable file name; use -o FILE
> everyuri: get: -O: the URI has no usable file name; use -o FILE
> everyuri: get: -O: the URI has no usable file name; use -o FILE
> everyuri: get: -O: the URI has no usable file name; use -o FILE
> everyuri: get: -O: the URI has no usable file name; use -o FILE
> everyuri: get: -O: the URI has no usable file name; use -o FILE
$ ln -s none x; mkdir d; echo x >d/x; everyuri get -O file://$PWD/d/x; echo $?; rm -r x d
> 2
! everyuri: get: x: File exists

# -o and -O
$ everyuri get -O -o f data:,a
! everyuri: get: -o and -O cannot be used together
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
? 2

# --root: THREATS C5
$ mkdir -p d/in; echo in >d/in/x; echo out >d/x; ln -s ../x d/in/out; everyuri get --root $PWD/d/in file://$PWD/d/in/x; everyuri get --root $PWD/d/in file://$PWD/d/in/out 2>/dev/null; echo $?; everyuri get --root $PWD/d/in file://$PWD/d/x 2>/dev/null; echo $?; rm -r d
> in
> [...]
> [...]

# nothing raw on a terminal, unless asked for
$ tests/cmd/terminal everyuri get 'data:,%1B%5B2J%C2%9B%E2%80%AEx%0A'
> \x1b[2J\xc2\x9b\xe2\x80\xaex
$ tests/cmd/terminal everyuri get --raw 'data:,%1B%5B2Jx%0A' | od -An -c | tr -d ' '
> 033[2Jx\n
$ tests/cmd/terminal everyuri get --format json 'data:,%1B%C2%9B'
> {"uri":"data:,%1B%C2%9B","kind":"document","media_type":"text/plain;charset=US-ASCII","length":3,"text":"\u001b\u009b","whole":true}

# a menu on a terminal has links: OSC 8
$ mkdir d; echo hello >d/x; FORCE_HYPERLINK=1 tests/cmd/terminal everyuri get file://$PWD/d/ | tr '\033' '^' | sed "s,$PWD,,"; rm -r d
> - ^]8;;file:///d/x^\x^]8;;^\[...]

# --format text: HTML through w3m, else lynx, else its source and a word about that
$ mkdir bin; printf '#!/bin/sh\necho "w3m $*"; cat\n' >bin/w3m; printf '#!/bin/sh\necho "lynx $*"; cat\n' >bin/lynx; chmod +x bin/*; PATH=$PWD/bin:$PATH everyuri get --format text 'data:text/html;charset=utf-8,%3Cp%3Ex%0A'; rm bin/w3m; e=$(readlink -f $(command -v everyuri)); ln -s $(command -v cat) bin/cat; PATH=$PWD/bin $e get --format text 'data:text/html,%3Cp%3Ex%0A'; rm bin/lynx; PATH=$PWD/bin $e get --format text 'data:text/html,%3Cp%3Ex%0A'; rm -r bin
> w3m -dump -T text/html -I utf-8 -O utf-8
> <p>x
> lynx -dump -stdin -force_html -nolist -assume_charset=utf-8 -display_charset=utf-8
> <p>x
> <p>x
! everyuri: get: cannot convert HTML to text; install w3m or lynx (the HTML is shown instead)

# what such a program writes is not raw on a terminal either; one that fails is said to
$ mkdir bin; printf '#!/bin/sh\ncat >/dev/null\nprintf "\\033[2Jx\\n"\n' >bin/w3m; chmod +x bin/w3m; PATH=$PWD/bin:$PATH tests/cmd/terminal everyuri get 'data:text/html,%3Cp%3Ex%0A'; printf '#!/bin/sh\nexit 3\n' >bin/w3m; PATH=$PWD/bin:$PATH everyuri get --format text 'data:text/html,%3Cp%3Ex%0A'; echo $?; rm -r bin
> \x1b[2Jx
> 2
! everyuri: get: the program that converts HTML to text failed; --format raw writes the HTML

# --netrc: a file that others can read is refused
$ echo 'machine 127.0.0.1 login u password p' >n; chmod 644 n; everyuri get --netrc n data:,a; s=$?; rm n; exit $s
! everyuri: get: --netrc: "n": readable by others; run chmod 600
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
? 2

# --netrc: a file that is not there
$ everyuri get --netrc none data:,a
! everyuri: get: --netrc: "none": No such file or directory
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
? 2

# ~/.netrc: the same is said when a password would have been looked up, and only then
$ mkdir h; echo 'machine 127.0.0.1 login u password p' >h/.netrc; HOME=$PWD/h everyuri get data:,a%0A; HOME=$PWD/h everyuri get http://127.0.0.1:1/ 2>&1 | sed "s,$PWD,,"; rm -r h
> a
> everyuri: get: /h/.netrc is ignored: readable by others; run chmod 600
> everyuri: get: argument 1: byte 17: [...] (Fetch, port blocking)
> everyuri: get: hint: --allow-port 1 allows this port

# what is not understood is refused as a whole
$ for t in 'machine h login' 'what h' 'machine "h'; do echo "$t" >n; chmod 600 n; everyuri get --netrc n data:,a 2>&1 | head -n 1; done; rm n
> everyuri: get: --netrc: "n": syntax error; expected machine, login, password and their values
> everyuri: get: --netrc: "n": syntax error; expected machine, login, password and their values
> everyuri: get: --netrc: "n": syntax error; expected machine, login, password and their values

# mistakes in options
$ everyuri get --format tsv data:,a
! everyuri: get: --format: unknown format "tsv"; the formats are raw, text, json and html
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
$ everyuri get --header none data:,a
! everyuri: get: --header: "none" is not "Name: value"
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
$ everyuri get --max-time 0 data:,a
! everyuri: get: --max-time: "0" is not a number of seconds from 1 to 1000000
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
? 2

# a menu has links where the terminal says by its environment that it knows them
$ mkdir d; echo x >d/x; for e in 'TERM=xterm TERM_PROGRAM=vscode' 'TERM=xterm TERM_PROGRAM=mintty' 'TERM=xterm TERM_PROGRAM=other' 'TERM=xterm KONSOLE_VERSION=200800' 'TERM=xterm KONSOLE_VERSION=200799' 'TERM=xterm KONSOLE_VERSION=1000000' 'TERM=xterm KONSOLE_VERSION=x' 'TERM=xterm WT_SESSION=1' 'TERM=xterm KITTY_WINDOW_ID=1' 'TERM=xterm DOMTERM=1' 'TERM=xterm DOMTERM=' 'TERM=' 'TERM=foot' 'FORCE_HYPERLINK= TERM=foot' 'FORCE_HYPERLINK=0 TERM=foot' 'FORCE_HYPERLINK=1 TERM=dumb'; do env -u VTE_VERSION $e terminal everyuri get file://$PWD/d/ | grep -c "$(printf '\033')]8;;file"; done | tr '\n' ' '; env -u TERM terminal everyuri open file://$PWD/d/ | grep -c "$(printf '\033')]8;;file"; TERM=foot terminal everyuri open file://$PWD/d/ | grep -c "$(printf '\033')]8;;file"; rm -r d
> 1 1 0 1 0 1 0 1 1 1 0 0 1 1 0 1 0
> 1

# -i: the base of a page's links, wherever its tag stands and however it is written
$ n=0; for t in '<base href=http://b/>' "<BASE target=x\thref = 'http://b/'>" '<base/href="http://b/?x&amp;y">' '<title><base href=x:y></title><base href=http://b/>' '<!-- <base href=x:y> --><base href=http://b/>' '<basefont href=x:y><base a b=c /= href=http://b/>' '<base href=" http://b/ ">' '<base name=x link=http://c/ href=http://b/>' '<base href=data:,x>' '<base href=javascript:x>' '<base href="http://b/' '<base href=' '<base href' '<base ' '<base' '<base>' '<base href="">' '<base href="http://b b/">' '<script><base href=x:y>'; do printf "$t" >page.html; everyuri get -i file://$PWD/page.html | sed -n 's/^base.//p' | sed "s,$PWD,HERE,"; n=$((n + 1)); done; rm page.html; echo $n
> http://b/
> http://b/
> http://b/?x&y
> http://b/
> http://b/
> http://b/
> http://b/
> file://HERE/page.html
> 19

# -i: of XHTML too; a type with parameters is that type
$ everyuri get -i 'data:application/xhtml+xml;x=y,%3Cbase%20href=http://b/%3E' | grep base
> base	http://b/
> uri	data:application/xhtml+xml;x=y,%3Cbase%20href=http://b/%3E

# -i: the names of a letter and of an article, if its Message-ID is one
$ n=0; for m in '<a@b>' '<a/%%é?@b>' ' <a@b> ' 'a@b' '<a@b' 'a@b>' '<>' '<a>' '<a b@c>' '<a<@c>' '<a>@c>' '<a\177@c>' "<$(printf '%0500d' 0)@c>" "<$(printf '%0500d' 0 | tr 0 /)@c>"; do printf "From: x\r\nMessage-ID: $m\r\nNewsgroups: a.b\r\n\r\nx\r\n" >m.eml; everyuri get -i file://$PWD/m.eml | grep '^mid\|^news' | cut -c 1-40; n=$((n + 1)); done; printf 'Message-ID: <a@b>\nX: y\n\nNewsgroups: a.b\n' >m.eml; everyuri get -i file://$PWD/m.eml | grep '^mid\|^news'; printf 'X: y\nMessage-ID: <a@b>' >m.eml; everyuri get -i file://$PWD/m.eml | grep '^mid\|^news'; printf '\r\nMessage-ID: <a@b>\n' >m.eml; everyuri get -i file://$PWD/m.eml | grep '^mid\|^news'; rm m.eml; echo $n
> mid	mid:a@b
> news	news:a@b
> mid	mid:a%2F%25%C3%A9%3F@b
> mid	mid:a@b
> news	news:a@b
> mid	mid:00000000000000000000000000000000
> mid	mid:a@b
> 14

# -i: a session and a draft have no bytes of their own
$ everyuri get -i telnet://h/ | grep -v '^uri'; everyuri get -i --format json telnet://h/ | grep -c bytes
> kind	session
> program	telnet
> 
> 0
? 1

# -O: a URI without a last segment has no name, and neither has one that does not decode
$ everyuri get -O --as whatwg "file://$PWD/%zz" data:,x; echo $?; everyuri get -O "file://$PWD/$(printf '%0256d' 0)" "file://$PWD/%C2%85" 2>&1 | grep -c use.-o
> 2
> 2
! everyuri: get: -O: the URI has no usable file name; use -o FILE
! usage: everyuri [...]
! see [...]
! everyuri: get: -O: the URI has no usable file name; use -o FILE
! usage: everyuri [...]
! see [...]

# -o: is standard output if it is a hyphen, also where it goes on with what is there
$ everyuri get -o - data:,a%0A; everyuri get -c -o - data:,b%0A; everyuri get -o out data:,a data:,b; cat out; echo; everyuri get -c -o out data:,abcd; cat out; echo; everyuri get --from 2 -o out data:,xyz; cat out; echo; rm out; mkfifo out; (cat out & everyuri get -c -o out data:,abcd%0A; wait); rm out
> a
> b
> ab
> abcd
> abcdz
> abcd

# a login goes into what has a place for one
$ for u in data:,x mailto:x@y 'x y'; do everyuri get --user a:b $u 2>&1 | grep -c byte; everyuri get --user a --as whatwg $u 2>&1 | grep -c byte; done; everyuri get --user '' file:///none; everyuri plan --run --user 'a@b:c/d' ftp://127.0.0.1:65000/ | grep 'plan' | sed 's/^ *[0-9]* ms//'; everyuri plan --run --user ':' --as whatwg ftp://127.0.0.1:65000/ | grep 'plan' | sed 's/^ *[0-9]* ms//'; everyuri plan --run --as rfc3987 'ftp://u:p@127.0.0.1:65000/é' --user a:b | grep 'plan' | sed 's/^ *[0-9]* ms//'
> 1
> 1
> 1
> 1
> 2
> 2
>   plan     ftp://a%40b@127.0.0.1:65000/
>   plan     ftp://127.0.0.1:65000/
>   plan     ftp://a@127.0.0.1:65000/%C3%A9
! everyuri: get: argument 1: byte 7: user or password not allowed in this scheme (RFC 1738 3.10, RFC 8089)
! everyuri: plan: argument 1: connection refused
! everyuri: plan: argument 1: connection refused
! everyuri: plan: argument 1: connection refused

# an IRI is carried out as the URI that it stands for, if there is one
$ everyuri get --as rfc3987 'data:,é%0A'; everyuri plan --run --zone 'http://[fe80::1%25none]/' 2>/dev/null | grep 'plan' | sed 's/^ *[0-9]* ms//'
> é
>   plan     http://[fe80::1%25none]/

# a netrc that is not understood, too long, or empty
$ umask 077; for t in '' '#' '# x' 'machine h' 'machine h login' 'machine h login a password b' 'machine "h\\"' 'machine "h\' '"' 'macdef x' 'macdef' 'macdef x\n\n' 'macdef "' 'default' 'default login a' 'what' 'machine h\r\nlogin a\r\n# x' 'machine h account "'; do printf "$t" >netrc; everyuri get --netrc netrc data:,. 2>&1 | head -n 1; echo; done; head -c 300000 /dev/zero | tr '\0' '#' >netrc; everyuri get --netrc netrc data:,x; rm netrc
$ HOME= everyuri get data:,x%0A; HOME=$(printf '/%05000d' 0) everyuri get data:,x%0A; env -u HOME everyuri get data:,x%0A; mkdir -p h/.netrc; HOME=h everyuri get data:,x%0A; rm -r h
> .
> .
> .
> .
> everyuri: get: --netrc: "netrc": syntax error; expected machine, login, password and their values
> 
> .
> everyuri: get: --netrc: "netrc": syntax error; expected machine, login, password and their values
> 
> everyuri: get: --netrc: "netrc": syntax error; expected machine, login, password and their values
> 
> everyuri: get: --netrc: "netrc": unterminated word
> 
> .
> .
> .
> everyuri: get: --netrc: "netrc": unterminated word
> 
> .
> .
> everyuri: get: --netrc: "netrc": syntax error; expected machine, login, password and their values
> 
> .
> everyuri: get: --netrc: "netrc": syntax error; expected machine, login, password and their values
> 
> x
> x
> x
> x
! everyuri: get: --netrc: "netrc": too long
! usage: everyuri [...]
! see [...]

# what cannot be redacted, and what is not read, is told in JSON
$ everyuri get --format json '' 'x y' telnet://-h/ file:///etc/../none 'ftp://u:p@h h/' | cut -c 1-60
> {"uri":"","error":{"at":0,"clause":"RFC 3986 3.1","message":
> {"uri":"x y","error":{"at":1,"clause":"RFC 3986 2.1","messag
> {"uri":"telnet://-h/","error":{"at":9,"clause":"RFC 1123 2.1
> {"uri":"file:///etc/../none","error":{"at":12,"clause":"RFC 
> {"uri":"ftp://***@h h/","error":{"at":11,"clause":"RFC 3986 

# one of several threads finds that nothing can be written
$ seq -f 'data:,%g' 100 | everyuri get -j 3 >/dev/full; echo $?
> 2
! everyuri: get: write error: No space left on device
$ z=$(printf '%0100000d' 0); for i in $(seq 20); do for n in $(seq 20); do echo data:,$z; done | everyuri get -j 3 2>&1 >/dev/full; done | uniq -c | tr -s ' '
>  20 everyuri: get: write error: No space left on device

# the program itself is for everyuri to start
$ $(dirname $(readlink -f $(command -v everyuri)))/everyuri-access; $(dirname $(readlink -f $(command -v everyuri)))/everyuri-access what
! everyuri: do not run this program directly; use everyuri
! usage: everyuri [...]
! see [...]
! everyuri: do not run this program directly; use everyuri
! usage: everyuri [...]
! see [...]
? 2

# pages as text: programs are looked for in PATH alone, and have their limits
$ mkdir bin; printf '#!/bin/sh\ncat\n' >bin/w3m; chmod +x bin/w3m; printf '<p>' >p.html; E=$(command -v everyuri); for p in '' ':' ":$PWD/bin" "/$(printf '%05000d' 0):$PWD/bin" "/none:$PWD/bin"; do PATH=$p $E get --format text file://$PWD/p.html 2>/dev/null | /bin/grep -c p; PATH=$p $E get --format text file://$PWD/p.html 2>&1 | /bin/grep -c 'install w3m'; done | tr '\n' ' '; env -u PATH $E get --format text file://$PWD/p.html; echo; PATH=$PWD/bin:$PATH; (ulimit -t 10; everyuri get --format text file://$PWD/p.html; echo); (ulimit -S -t 100; everyuri get --format text file://$PWD/p.html; echo); everyuri get --format text "data:text/html;charset=$(printf '%080d' 0),x" "data:text/html%20;x=y,y" "data:text/abcd,z" "data:application/xhtml+xml,w"; echo; everyuri get --format text file://$PWD/p.html >/dev/full; rm -r bin p.html
> 1 1 1 1 0 0 0 0 0 0 <p>
> <p>
> <p>
> xzw
! everyuri: get: cannot convert HTML to text; install w3m or lynx (the HTML is shown instead)
! everyuri: get: argument 2: byte 14: invalid media type (RFC 2397 3)
! everyuri: get: write error: No space left on device

# and so have pages and texts: 32 and 64 MiB; a program that is killed has failed
$ mkdir bin; head -c 34000000 /dev/zero | tr '\0' x >p.html; printf '#!/bin/sh\ncat >/dev/null\n' >bin/w3m; chmod +x bin/w3m; PATH=$PWD/bin:$PATH; everyuri get --format text file://$PWD/p.html 2>&1 | sed "s,$PWD,,"; echo x >p.html; printf '#!/bin/sh\nhead -c 70000000 /dev/zero\n' >bin/w3m; everyuri get --format text file://$PWD/p.html 2>&1 >/dev/null | sed "s,$PWD,,"; printf '#!/bin/sh\ncat\nkill -9 $$\n' >bin/w3m; everyuri get --format text file://$PWD/p.html 2>&1 | sed "s,$PWD,,"; rm -r bin p.html
> everyuri: get: the program that converts HTML to text failed; --format raw writes the HTML
> everyuri: get: the program that converts HTML to text failed; --format raw writes the HTML
> x
> everyuri: get: the program that converts HTML to text failed; --format raw writes the HTML

# -i without a digest, where OpenSSL is not there, is another one, or fails
$ mkdir l; printf '%s\n' '#if N > 0' 'void *EVP_MD_CTX_new(void) { static int x; return N == 7 ? 0 : &x; }' '#endif' '#if N > 1' 'void *EVP_sha256(void) { return 0; }' '#endif' '#if N > 2' 'int EVP_DigestInit_ex(void *a, void *b, void *c) { return N != 8; }' '#endif' '#if N > 3' 'int EVP_DigestUpdate(void *a, void *b, unsigned long c) { return N != 9; }' '#endif' '#if N > 4' 'int EVP_DigestFinal_ex(void *a, void *b, unsigned *n) { *n = N == 11 ? 20 : 32; return N != 10; }' '#endif' '#if N > 5' 'void EVP_MD_CTX_free(void *a) { }' '#endif' >s.c; echo >l/libcrypto.so.3; LD_LIBRARY_PATH=l everyuri get -i data:,x | grep -c sha256; for n in 0 1 2 3 4 5 6 7 8 9 10 11; do cc -w -DN=$n -shared -fPIC -o l/libcrypto.so.3 s.c; LD_LIBRARY_PATH=l everyuri get -i data:,x 2>&1 | grep -c 'sha256\|stopped'; done | tr '\n' ' '; echo; rm -r l s.c
> 0
> 0 0 0 0 0 0 1 0 0 1 0 0 

# -c goes on with a file that is there, once, and begins one that is not; a name may have signs beyond US-ASCII
$ everyuri get -c -o out data:,abcd data:,efgh; cat out; echo; rm out; echo x >'a©'; mkdir d; cd d; everyuri get -O "file://${PWD%/d}/a%C2%A9"; ls; cd ..; rm -r d 'a©'
> abcdefgh
> a©

# netrc: an address in brackets, a user of the URI, an empty one, and one of --user
$ umask 077; printf 'machine ::1 login ann password x machine 127.0.0.1 login "" password y machine 127.0.0.1 login bob password z' >netrc; for u in 'http://[::1]:65000/' 'http://an@[::1]:65000/' 'http://ann@[::1]:65000/' 'http://bob@127.0.0.1:65000/' 'http://@127.0.0.1:65000/' http://127.0.0.1:65000/ 'http://::1/'; do everyuri plan --run --netrc netrc $u 2>/dev/null | sed -n 's/^ *[0-9]* ms  plan *//p'; done; everyuri get --user bob --netrc netrc http://127.0.0.1:65000/ 2>&1 | grep -c connection; rm netrc
> http://ann@[::1]:65000/
> http://an@[::1]:65000/
> http://ann@[::1]:65000/
> http://bob@127.0.0.1:65000/
> http://@127.0.0.1:65000/
> http://@127.0.0.1:65000/
> 1

# plan --run -v: which variable of the environment names the proxy, unless an option does
$ for u in http://127.0.0.1:65000/ https://127.0.0.1:65000/ ftp://127.0.0.1:65000/ gopher://127.0.0.1:65000/ x-abc:y; do http_proxy=http://127.0.0.1:65001 https_proxy=http://127.0.0.1:65001/ everyuri plan --run -v $u 2>/dev/null | grep 'proxy    from'; https_proxy=127.0.0.1:65001 everyuri plan --run -v --https-proxy 127.0.0.1:65002 $u 2>/dev/null | grep -c 'proxy    from'; http_proxy=127.0.0.1:65001 everyuri plan --run -v --http-proxy 127.0.0.1:65002 $u 2>/dev/null | grep -c 'proxy    from'; done
>            proxy    from the environment variable http_proxy
> 0
> 0
>            proxy    from the environment variable https_proxy
> 0
> 0
> 0
> 0
> 0
> 0
> 0
> 0
? 1

# times may stand in the configuration
$ everyuri get --set 'max-time 5' --set 'connect-timeout 7' data:,x%0A
> x

# -i: white space of all kinds in a tag, and short lines in a header
$ printf '<base\nhref\f=\n\thttp://b/\r>' >p.html; everyuri get -i file://$PWD/p.html | grep base; rm p.html; printf 'x\nMessage-ID: <a@b>\n\n' >m.eml; everyuri get -i file://$PWD/m.eml | grep mid; rm m.eml
> base	http://b/
> mid	mid:a@b

# --netrc: of nothing, and of a word whose value is not there
$ : >n; chmod 600 n; everyuri get --netrc n data:,a%0A; echo 'machine h login' >n; everyuri get --netrc n data:,a 2>&1 | head -n 1; rm n
> a
> everyuri: get: --netrc: "n": syntax error; expected machine, login, password and their values
