; everyuri explain

# explain draws the URI with its parts named once, each under a bracket; in ASCII where there is no terminal
$ everyuri explain ftp://myname@host.dom:2121/motd | head -n 3
>   ftp://myname@host.dom:2121/motd
>   \+/   \_+__/ \__+___/ \+_/\_+_/
>   scheme user   host   port path

# names that do not fit beside each other stand below each other
$ everyuri explain --show-secrets x://a:b@c:1/ | head -n 8
>   x://a:b@c:1/
>   |   | | | ||
>   |   | | | |path
>   |   | | | port
>   |   | | host
>   |   | password
>   |   user
>   scheme

# an empty part is named beside the picture
$ everyuri explain 'file:///a?' | grep empty
>   empty: host, query

# every standard's verdict, with the byte and the clause; a column for what the readings differ in
$ COLUMNS=200 everyuri explain ftp://h/a~?b 'ftp://h/a?b' | sed -n '/standard/,/ - /p'
>   standard   says     host  path
>   url1993    invalid  byte 9: [...]
>   uri1994    invalid  byte 9: [...]
>   rfc1630    invalid  byte 9: [...]
>   rfc1738    invalid  byte 9: [...]
>   rfc1808    invalid  byte 9: [...]
>   rfc2396    valid    h     /a~
>   rfc3986    valid    h     /a~
>   rfc3987    valid    h     /a~
>   whatwg     valid    h     /a~
>   - all standards that accept it agree on scheme, user, host, port and path
>   standard   says     host  path
>   url1993    [...]
>   uri1994    [...]
>   rfc1630    [...]
>   rfc1738    valid    h     /a?b
>   rfc1808    valid    h     /a
>   rfc2396    valid    h     /a
>   rfc3986    valid    h     /a
>   rfc3987    valid    h     /a
>   whatwg     valid    h     /a
>   - the standards that accept it disagree on path

# when all agree, one quiet line says so
$ everyuri explain http://h/ | grep '^  - '
>   - all standards that accept it agree on scheme, user, host, port and path

# a wrong byte is marked with ^ and the clause, nothing else on that line
$ everyuri explain --as rfc1738 'http://h dom/' | head -n 3
>   http://h dom/
>           ^ RFC 1738 2.2
> 
; the exit status of a pipe is that of head

# an invalid URI exits 1
$ everyuri explain --as rfc1738 'http://h dom/' >/dev/null
? 1

# valid under the standard asked: 0
$ everyuri explain http://u@h/ >/dev/null

# contract cmd.secrets: a password prints as ***
$ everyuri explain http://u:secret@h/ 'http://u:sec ret@h/' 'http://u:sec^ret@h/' | grep -e sec -e 'http.*\*\*\*'
>   http://u:***@h/
>   http://u:***@h/
>   http://u:***@h/

# unless --show-secrets
$ everyuri explain --show-secrets http://u:secret@h/ | head -n 1
>   http://u:secret@h/

# careful: a user that looks like a host
$ everyuri explain http://www.bank.example@evil.example/ | grep careful
>   careful    "www.bank.example" looks like a host, but is the user: the host is

# careful: a password inside
$ everyuri explain http://u:p@h/ | grep careful
>   careful    contains a password, which anyone who sees this URI can read

# careful: encoded delimiters
$ for c in 2F 40 3A 3F 23 5C 00 0D 0A; do everyuri explain x:a%$c | grep careful | cut -c 14-34; done
> "%2F" in the path is 
> "%40" in the path is 
> "%3A" in the path is 
> "%3F" in the path is 
> "%23" in the path is 
> "%5C" in the path is 
> "%00" in the path is 
> "%0D" in the path is 
> "%0A" in the path is 

# careful: control characters and a backslash
$ everyuri explain "$(printf 'x:\001')" | grep careful; everyuri explain 'x:\' | grep careful
>   careful    contains control characters: some programs remove them, some stop
>   careful    contains a backslash[...]

# careful: a port that is not the scheme's default, and below 1024
$ everyuri explain http://h:22/ http://h:8080/ http://h:80/ | grep careful
>   careful    port 22 is not the scheme's default, and is below 1024[...]
>   careful    port 8080 is not the scheme's default

# careful: a port out of range
$ everyuri explain http://h:65536/ | grep careful
>   careful    port 65536 is out of range: the highest is 65535

# careful: mixed dots
$ everyuri explain http://h/a/../b http://h/a/%2E./b http://h./ http://a%2Eb/ | grep careful | cut -c 14-60
> the path has "." or ".." segments: some program
> the path has encoded dots as a segment: some st
> the host ends in a dot: it is the same host, bu
> some programs read a character of the host as a

# careful: numbers that are read as IPv4 addresses
$ everyuri explain http://0x7f.1/ http://2130706433/ http://127.0.0.01/ http://127.0.0.1/ | grep careful | cut -c 14-
> many programs read the host "0x7f.1" as the address 127.0.0.1
> many programs read the host "2130706433" as the address 127.0.0.1
> many programs read the host "127.0.0.01" as the address 127.0.0.1

# careful: a host beyond US-ASCII
$ everyuri explain http://%C3%A9.example/ | grep careful
>   careful    the host has characters beyond US-ASCII: it may look like another

# escapes above 7F: Latin-1 under the drafts and rfc1630, octets under rfc1738, UTF-8
$ everyuri explain http://h/%C3%A9 | grep -A 1 decode
>   decode     "%C3%A9" is "Ã©" under url1993, uri1994 and rfc1630 (ISO Latin-1),
>              2 octets under rfc1738, and "é" in UTF-8, which rfc3986 recommends

# sharing: length, white space, characters that gateways may modify, where it is valid
$ everyuri explain ftp://myname@host.dom:2121/motd | grep -A 1 sharing
>   sharing    31 characters, no white space, no characters that gateways may
>              modify; valid on every network

# sharing: a name of one machine, of one network, of one domain
$ everyuri explain file:///a http://127.0.0.1/ http://10.0.0.1/ http://h/ | tr -s ' \n' ' ' | tr ';' '\n' | grep -o '^ only valid [a-z ]*'
>  only valid on one machine http
>  only valid on one machine http
>  only valid in one network http
>  only valid in one domain

# careful: a script, a page in data:, and a host with a port that is read as a scheme
$ for u in 'javascript:a' 'VBSCRIPT:a' 'data:text/html,a' 'data:image/svg+xml;base64,a' 'data:,a' localhost:3000 example.com:80/x localhost:3000a x-a:1 tel:123 //localhost:1; do everyuri explain "$u" 2>/dev/null | grep -A 1 careful; done
>   careful    this is a script: a browser runs it with the rights of the current
>              page
>   careful    this is a script: a browser runs it with the rights of the current
>              page
>   careful    the data is a page that can run scripts and imitate any site
>   sharing    16 characters, no white space, no characters that gateways may
>   careful    the data is a page that can run scripts and imitate any site
>   sharing    27 characters, no white space, no characters that gateways may
>   careful    "localhost" is parsed as the scheme; if it is a host, put "http://"
>              before it
>   careful    "example.com" is parsed as the scheme; if it is a host, put
>              "http://" before it
>   careful    port 1 is not the scheme's default, and is below 1024, where other
>              services of the host listen

# sharing: a URI without a host is valid for the programs that know the scheme
$ for u in mid:a@b javascript:a mailto:a@b data:,a foo:a; do everyuri explain "$u" | sed -n '/sharing/,$p'; done
>   sharing    7 characters, no white space, no characters that gateways may
>              modify; only valid for those who have the message
> 
>   sharing    12 characters, no white space, no characters that gateways may
>              modify; a script, valid only in a browser
> 
>   sharing    10 characters, no white space, no characters that gateways may
>              modify; valid for programs that know the scheme
> 
>   sharing    7 characters, no white space, no characters that gateways may
>              modify; self-contained, valid everywhere
> 
>   sharing    5 characters, no white space, no characters that gateways may
>              modify; only valid for programs that know the scheme, which is not
>              registered
> 

# nothing is raw, even where no terminal is
$ everyuri explain "$(printf 'http://h/\033[31m\n\342\200\256')" | head -n 1
>   http://h/\x1b[31m\x0a\xe2\x80\xae

# on a terminal without a UTF-8 locale the picture is ASCII, in colour
$ terminal everyuri explain http://h/ | head -n 2 | tr '\033' '@'
>   @[35mhttp@[0m://@[1;32mh@[0m@[94m/@[0m
>   @[35m\+_/@[0m   @[1;32m|@[0m@[94m|@[0m

# NO_COLOR is honoured
$ NO_COLOR=1 terminal everyuri explain http://h/ | head -n 2
>   http://h/
>   \+_/   ||

# with a UTF-8 locale a terminal gets box drawing
$ NO_COLOR=1 LC_ALL=C.UTF-8 terminal everyuri explain http://h/ | head -n 2
>   http://h/
>   └┬─┘   ││

# --color=always draws everywhere, and never nowhere
$ everyuri explain --color=always http://h/ | head -n 2 | tr '\033' '@'; terminal everyuri explain --color=never http://h/ | head -n 1
>   @[35mhttp@[0m://@[1;32mh@[0m@[94m/@[0m
>   @[35m└┬─┘@[0m   @[1;32m│@[0m@[94m│@[0m
>   http://h/

# the picture wraps at part boundaries on a narrow page
$ COLUMNS=40 everyuri explain http://some.host.example:8080/some/path/of/it?and=query | head -n 6
>   http://some.host.example:8080
>   \+_/   \_______+_______/ \+_/
>   scheme       host       port
>   /some/path/of/it?and=query
>   \______+_______/ \___+___/
>        path          query

# a very long part is shortened in the middle
$ COLUMNS=40 everyuri explain x:$(head -c 1000 /dev/zero | tr '\0' a) | sed -n '1,6p'
>   x:
>   |
>   scheme
>   aaaaaaaaaaaaaaaaa...aaaaaaaaaaaaaaaa
>   \________________+_________________/
>                  path

# each item ends in an empty line
$ everyuri explain x:y | tail -n 1
> 

# explain is text only
$ everyuri explain --format json x:y
! everyuri: explain: [...]
! usage: everyuri explain [...]
! see 'everyuri help explain'
? 2

# a too long item
$ everyuri explain --max-length 5 http://h/ | head -n 2
>   http://h/
>        ^ 

# default-scheme
$ everyuri explain --default-scheme http example.com/x | head -n 1
>   http://example.com/x

# careful: what no standard reads is cut as a careless program would
$ everyuri explain 'http://good.example@evil.example:81/%2e%2e/a\b' | grep -A 6 careful | cut -c 14-60
> "good.example" looks like a host, but is the us
> "evil.example"
> port 81 is not the scheme's default, and is bel
> services of the host listen
> contains a backslash: browsers read it as a sla
> the path has encoded dots as a segment: some st
> "%2E%2E" as "..", some do not

# a wrong text that fits is shown whole
$ everyuri explain 'http://good.example@evil.example:81/%2e%2e/a\b' | head -n 1
>   http://good.example@evil.example:81/%2e%2e/a\b

# a password that nobody has encoded is hidden, where no standard says what the @ is
$ for u in 'http://u:sec/ret@h/' 'http://u:sec?ret@h/' 'http://u:sec#ret@h/' 'x://u:sec/ret@h'; do everyuri explain "$u"; done | grep -c 'sec\|ret@'
> 0
$ for u in 'http://u:sec/ret@h/' 'http://u:sec?ret@h/' 'http://u:sec#ret@h/' 'x://u:sec/ret@h'; do everyuri explain "$u" | head -n 1; done
>   http://u:***@h/
>   http://u:***@h/
>   http://u:***@h/
>   x://u:***@h

# an @ that some standard explains hides nothing
$ for u in mailto:a@b http://u@h/ http://h:80/a:b@c foo://h/a@b; do everyuri explain "$u" | head -n 1; done
>   mailto:a@b
>   http://u@h/
>   http://h:80/a:b@c
>   foo://h/a@b

# a password that stands elsewhere too is hidden in its own place
$ everyuri explain 'ftp://u:p@h/%20p' | head -n 1
>   ftp://u:***@h/%20p

# the picture of a URI whose plan is refused is whole: exit status 0
$ everyuri explain 'ftp://h/%0A' | grep -c 'refused at byte 8'
> 1
$ everyuri explain 'ftp://h/%0A' >/dev/null

# a password that stands in another part is hidden as plan hides it
$ everyuri explain 'gopher://h/hURL:http://u:secret@x/' | grep -c secret
> 0
$ everyuri explain 'gopher://h/hURL:http://u:secret@x/' 'http://h/?u=//a:b@c' | grep '^  [a-z]*:'
>   gopher://h/hURL:http://u:***@x/
>   http://h/?u=//a:***@c

# the locale that counts is the first of LC_ALL, LC_CTYPE and LANG that says something
$ for l in 'LC_ALL= LC_CTYPE=C.utf8 LANG=C' 'LC_ALL= LC_CTYPE= LANG=de_DE.UTF8' 'LC_ALL= LC_CTYPE= LANG=de_DE.utf-8' 'LC_ALL= LC_CTYPE=C LANG=C.UTF-8' 'LC_ALL= LC_CTYPE= LANG='; do env PYTHONCOERCECLOCALE=0 NO_COLOR=1 $l tests/cmd/terminal everyuri explain http://h/ | sed -n 2p; done
$ env -u LC_ALL PYTHONCOERCECLOCALE=0 NO_COLOR=1 terminal everyuri explain http://h/ | sed -n 2p
>   └┬─┘   ││
>   └┬─┘   ││
>   └┬─┘   ││
>   \+_/   ||
>   \+_/   ||
>   \+_/   ||

# a page is as wide as COLUMNS says, if that is a number from 20 on, and else as the terminal
$ for n in x 19 20 0 20000; do NO_COLOR=1 COLUMNS=$n terminal everyuri explain http://h.example/aaaaaaaaaaaaaaaa | head -n 1; done
>   http://h.example/aaaaaaaaaaaaaaaa
>   http://h.example/aaaaaaaaaaaaaaaa
>   http://h.example
>   http://h.example/aaaaaaaaaaaaaaaa
>   http://h.example/aaaaaaaaaaaaaaaa

# on the narrowest page all is still told
$ COLUMNS=20 everyuri explain http://h.example:80/aaa | head -n 13; COLUMNS=20 everyuri explain --as rfc1738 'http://h/aaaaaaaaaaaaaaaaaaaaa b' | head -n 4
>   http://h.example:
>   \+_/   \___+___/
>   scheme   host
>   80/aaa
>   +/\+_/
>   |  path
>   port
> 
>   standard   says
>       host
>       port  path
>   url1993    valid
>       h.example
>   .../h/aaaaaaaaaaaaaaaaaaaaa b
>                 RFC 1738 2.2 ^
> 
>   standard   says

# of a table that would be wider than the page values are shortened
$ COLUMNS=50 everyuri explain http://u@some.host.example:80/a/b/c | grep -e 'standard ' -e 3986
>   standard   says     user  host      port  path
>   rfc3986    valid    u     som...le  80    /a/b/c

# and where that would leave too little of them a row takes several lines
$ COLUMNS=40 everyuri explain http://u@h.example:80/a/b | sed -n '/ standard /,/ url/p;/rfc3986/,/rfc3987/p' | grep -v -e url -e 3987
>   standard   says     user  host
>                       port  path
>   rfc3986    valid    u     h.example
>                       80    /a/b

# what the scheme's production names stands there too
$ COLUMNS=30 everyuri explain --as rfc1738 'ftp://h/some/long/path/name;type=a' | grep -A 2 'rfc1738 '
>   rfc1738    valid    h
>       /some/long/...ame;type=a
>       type a

# no line is wider than the page
$ for n in 40 60; do COLUMNS=$n everyuri explain http://user@some.host.example:8080/a/path/of/some/length?query#fragment 'ftp://h/a;type=a' "http://h/$(head -c 99 /dev/zero | tr '\0' a) b" 2>/dev/null | awk -v n=$n 'length > n'; done

# a wrong byte is marked wherever it stands in a long text
$ for n in 0 60 300; do COLUMNS=40 everyuri explain "x:$(head -c $n /dev/zero | tr '\0' a) $(head -c 100 /dev/zero | tr '\0' b)" | head -n 2; done
>   x: bbbbbbbbbbbbbbbbbbbbbbbbbbb...
>     ^ RFC 3986 2.1
>   ...aaaaaaaaaaaaaaa bbbbbbbbbbbbbb...
>                     ^ RFC 3986 2.1
>   ...aaaaaaaaaaaaaaa bbbbbbbbbbbbbb...
>                     ^ RFC 3986 2.1

# it has no JSON and no tsv
$ everyuri explain --format json x:y; everyuri explain --format tsv x:y
! everyuri: explain: writes only text; use compare for JSON
! usage: everyuri [...]
! see [...]
! everyuri: explain: writes only text; use compare for tsv
! usage: everyuri [...]
! see [...]
? 2

# a plan of more than a page's worth is told by `plan`
$ everyuri explain "ftp://h/$(for i in $(seq 30); do printf '%0400d/' 0; done)b" | sed -n '/  plan/,/ (everyuri plan/p' | sed -n '1p;$p' | cut -c 1-70
>   plan       connect    h port 21 transport tcp
>              ... (everyuri plan shows the rest)

# what is cut off is shown without what may be a password, unless that is asked for
$ everyuri explain --max-length 12 "http://u:SEKRIT$(seq -s p 90)@h/" | head -n 1; everyuri explain --max-length 12 --show-secrets "http://u:SEKRIT$(seq -s p 90)@h/" | head -n 1 | cut -c -17
>   http://u:***
>   http://u:SEKRIT
