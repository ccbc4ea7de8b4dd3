; everyuri --trurl

; reading

# a path, an empty one, is a slash; the scheme is in lower case, the host as it is
$ everyuri --trurl HTTP://EXAMPLE.com FTP://Ftp.X/a
> http://EXAMPLE.com/
> ftp://Ftp.X/a

# no scheme: it is guessed by the first label of the host
$ everyuri --trurl h ftp.h DICT.h ldap.h imap.h smtp.h pop3.h ftph 'user:pass@h'
> http://h/
> ftp://ftp.h/
> dict://DICT.h/
> ldap://ldap.h/
> imap://imap.h/
> smtp://smtp.h/
> pop3://pop3.h/
> http://ftph/
> http://user:pass@h/

# one to three slashes follow the scheme
$ everyuri --trurl http:/h/a http:///h/a
> http://h/a
> http://h/a

# four slashes, and none, do not
$ everyuri --trurl http:////h/a http:a/b mailto:foo
> 
> 
> 
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]

# RFC 3986 6.2.2: what is unreserved is decoded, digits of escapes are in lower case, dot segments go
$ everyuri --trurl 'http://ex%61mple:80/%62ath/./a/../b%2Fc?%2e%FF#tes%74'
> http://example/bath/b%2fc?.%ff#test

# difference: reserved characters stay, raw or encoded, where trurl encodes them
$ everyuri --trurl "http://h/a!b;c=d@e'(f)*,\$:&+%2b?q=a/b:c@d?e%2f,;!#f/g?h!" 'http://us!er:p&w=x:y@h/'
> http://h/a!b;c=d@e'(f)*,$:&+%2b?q=a/b:c@d?e%2f,;!#f/g?h!
> http://us!er:p&w=x:y@h/

# a space in a query is a plus, as trurl writes it
$ everyuri --trurl 'http://h/a%20b?c%20d=e+f%2Bg#h%20i'
> http://h/a%20b?c+d=e+f%2bg#h%20i

# what no URI can hold is encoded
$ everyuri --trurl 'http://h/a"b<c>{d}|\^`[e]?"[f]|#g#h"[i]'
> http://h/a%22b%3cc%3e%7bd%7d%7c%5c%5e%60%5be%5d?%22%5bf%5d%7c#g%23h%22%5bi%5d

# a percent sign without two digits is encoded
$ everyuri --trurl 'http://h/100%?%zz=%4#%'
> http://h/100%25?%25zz=%254#%25

# bytes beyond US-ASCII are encoded, but not in hosts
$ everyuri --trurl http://äö/å?ä#ö
> http://äö/%c3%a5?%c3%a4#%c3%b6

# an empty query or fragment is none
$ everyuri --trurl 'http://h/?' 'http://h/#' 'http://h/?#'
> http://h/
> http://h/
> http://h/

# an empty user stays one, and so does an empty password
$ everyuri --trurl http://@h/ http://u:@h/ http://:p@h/
> http://@h/
> http://u:@h/
> http://:p@h/

# IPv4 addresses are four decimal numbers
$ everyuri --trurl http://646464646/ http://246.646/ http://0x14.0xb3022/ http://010.1.1.1/
> http://38.136.68.134/
> http://246.0.2.134/
> http://20.11.48.34/
> http://8.1.1.1/

# what is no address is a name
$ everyuri --trurl http://1.2.3.256/ http://127.1./ http://1a/
> http://1.2.3.256/
> http://127.1./
> http://1a/

# IPv6 addresses are in their shortest form, their zone behind %25
$ everyuri --trurl 'http://[2001:9b1:0:0:0:0:7b97:364b]/' 'http://[fe80::1%eth0]/' 'http://[fe80::1%25eth0]/'
> http://[2001:9b1::7b97:364b]/
> http://[fe80::1%25eth0]/
> http://[fe80::1%25eth0]/

# no IPv6 address, no end of one, something behind one
$ everyuri --trurl 'http://[::g]/' 'http://[::1' 'http://[::1]a/' 'http://[fe80::1%]/'
> 
> 
> 
> 
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]

# a port: no zeros in front; none where there is only a colon
$ everyuri --trurl http://h:080/ http://h:08080/ http://h:/
> http://h/
> http://h:8080/
> http://h/

# a port that is none, or too great
$ everyuri --trurl h:99999 http://h:8a/ h:
> 
> 
> 
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]

# no host
$ everyuri --trurl '' http:// /a/b '?a' 'http://:80/' 'http://u@/'
> 
> 
> 
> 
> 
> 
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]

# a host that holds what no host may
$ everyuri --trurl 'http://a!b/' 'http://a;b/' 'http://u@x@h/' 'http://a%20b/' 'http://a%2fb/'
> 
> 
> 
> 
> 
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]

# file has no host but this machine's
$ everyuri --trurl file:///etc/x file:/etc/x file://localhost/x file://127.0.0.1/x file://other/x
> file:///etc/x
> file:///etc/x
> file:///x
> file:///x
> 
! trurl note: [...]

# control characters and spaces are refused
$ everyuri --trurl "$(printf 'http://h/a\001b')" 'http://h/a b' "$(printf 'http://h/\177')"
> 
> 
> 
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]

# difference: a bad URL has an empty line, and the exit status is 0
$ everyuri --trurl http://a 'b c' http://d
> http://a/
> 
> http://d/
! trurl note: [...]

# --accept-space encodes them
$ everyuri --trurl --accept-space 'http://h/a b?c d#e f'
> http://h/a%20b?c+d#e%20f

# a scheme of its own is a scheme like others
$ everyuri --trurl foo://h:33/a+b?c
> foo://h:33/a+b?c

# options stand behind the password of imap, pop3 and smtp alone
$ everyuri --trurl 'imap://u:p;o@h' 'pop3://u;o:p@h' 'smtp://u;o@h' 'http://u:p;o@h'
> imap://u:p;o@h/
> pop3://u:p;o@h/
> smtp://u;o@h/
> http://u:p;o@h/

; options

# --url and operands are the same
$ everyuri --trurl --url http://a http://b --url=http://c
> http://a/
> http://b/
> http://c/

# -- ends the options
$ everyuri --trurl -- -h
> http://-h/

# --verify ends with the first bad URL
$ everyuri --trurl http://a --verify 'b c' http://d
> http://a/
! trurl error: [...]
! trurl error: [...]
? 9

# --verify: without a bad one nothing changes
$ everyuri --trurl --verify http://a
> http://a/

# --no-guess-scheme
$ everyuri --trurl --no-guess-scheme odd http://h
> 
> http://h/
! trurl note: [...]

# --curl takes libcurl's schemes only
$ everyuri --trurl --curl gemini://h rtmpts://h
> 
> rtmpts://h/
! trurl note: [...]

# --keep-port, --default-port
$ everyuri --trurl http://h:80 https://h:80; everyuri --trurl --keep-port http://h:80 http://h; everyuri --trurl --default-port http://h https://h foo://h sftp://h:23
> http://h/
> https://h:80/
> http://h:80/
> http://h/
> http://h:80/
> https://h:443/
> foo://h/
> sftp://h:23/

# --punycode, --as-idn
$ everyuri --trurl --punycode http://åäö/ http://h/; everyuri --trurl --as-idn http://xn--4cab6c/ http://h/
> http://xn--4cab6c/
> http://h/
> http://åäö/
> http://h/

# --as-idn: what is no IDN stays as it is
$ everyuri --trurl --as-idn http://xn--a/
> http://xn--a/
! trurl note: [...]

# --quiet says less
$ everyuri --trurl --as-idn --quiet http://xn--a/
> http://xn--a/

# -h shows the page of help
$ everyuri --trurl -h | head -n 1; everyuri --trurl --help | sed -n 's/:$//p' | head -n 1
> everyuri-trurl - a replacement for trurl: its options, its output, its exit
> Synopsis

# -v tells which trurl this stands for
$ everyuri --trurl -v | sed 's/everyuri.*/everyuri/'; everyuri --trurl --version | wc -l
> trurl version 0.16 everyuri
> features: get-empty imap-options no-guess-scheme normalize-ipv4 punycode punycode2idn url-strerror white-space zone-id
> 2

; --url-file

# --url-file: CR and white space at the end of a line go; difference: every line has its line
$ printf 'http://a\r\n\n \t \nhttp://b \t\r\nb c\nd' | everyuri --trurl -f -
> http://a/
> 
> 
> http://b/
> 
> http://d/
! trurl note: [...]

# --url-file: operands are not read then
$ everyuri --trurl -f - http://x
< http://a
> http://a/

# --url-file: a NUL is no digit, no letter, and nothing that ends a part
$ printf 'http://h/%%\0\nht\0p://h\n%%\0\nhttp://h/b\n' | everyuri --trurl --url-file - 2>&1
> 
> trurl note: byte 10: control character must be encoded (RFC 3986 2) [http://h/%]
> 
> trurl note: byte 2: control character must be encoded (RFC 3986 2) [ht]
> 
> trurl note: byte 1: control character must be encoded (RFC 3986 2) [%]
> http://h/b

# --url-file: difference: no line is too long
$ awk 'BEGIN { printf "http://h/"; for (i = 0; i < 9000; i++) printf "a"; print "" }' | everyuri --trurl --url-file=- | wc -c
> 9010

# --url-file: a file
$ printf 'a\nb' >$TMPDIR/urls; everyuri --trurl --url-file $TMPDIR/urls
> http://a/
> http://b/

# --url-file: no such file
$ everyuri --trurl -f /nonexistent
! trurl error: [...]
! trurl error: [...]
? 1

# --url-file: only once
$ everyuri --trurl -f - -f -
! trurl error: [...]
! trurl error: [...]
? 4

; --set

# --set: data is encoded, first of all
$ everyuri --trurl http://h -s 'path=a b/c?d' -s 'query=e=f g&h*' -s 'fragment=#i/j' -s 'user=k:l@' -s 'password=m%41'
> http://k%3al%40:m%2541@h/a%20b/c%3fd?e%3df+g%26h*#%23i%2fj

# --set with := takes it as it is encoded
$ everyuri --trurl http://h -s 'path:=a%2Fb%41' -s 'query:=a=b&c=%2F' -s 'fragment:=%3F?'
> http://h/a%2fbA?a=b&c=%2f#%3f?

# --set of nothing takes the component away
$ everyuri --trurl 'http://u:p@h:81/a?b#c' -s user= -s password= -s port= -s path= -s query= -s fragment=
> http://h/

# --set with ?= and ?:= only where there is none
$ everyuri --trurl 'http://h/?a' -s 'query?=b' -s 'fragment?=c/d' -s 'user?:=%2F'
> http://%2f@h/?a#c%2fd

# --set scheme, host, port
$ everyuri --trurl http://h -s scheme=HTTPS -s host=x.y -s port=0443 --keep-port
> https://x.y:443/

# --set host: an address, with its zone
$ everyuri --trurl http://h -s 'host=[FE80::1%25en0]'; everyuri --trurl 'http://[fe80::1%25a]/' -s zoneid=b; everyuri --trurl 'http://[fe80::1%25a]/' -s host=h
> http://[fe80::1%25en0]/
> http://[fe80::1%25b]/
> http://h/

# --set options
$ everyuri --trurl imap://u@h -s options=x; everyuri --trurl http://u@h -s options=x
> imap://u;x@h/
> http://u@h/

# --set without a URL makes one
$ everyuri --trurl -s host=example.com -s scheme=ftp; everyuri --trurl -s scheme=file -s path=/x
> ftp://example.com/
> file:///x

# --set without a URL: not enough
$ everyuri --trurl -s host=moo
! trurl error: [...]
! trurl error: [...]
? 7

# no URL at all
$ everyuri --trurl
! trurl error: [...]
! trurl error: [...]
? 7

# --set takes the host away: no URL is left
$ everyuri --trurl http://h -s host=; everyuri --trurl --verify http://h -s host=
> 
! trurl note: [...]
! trurl error: [...]
! trurl error: [...]
? 7

# --set: what cannot be set stays
$ everyuri --trurl http://h:81 -s port=x -s 'scheme=1a' -s 'host=a b'
> http://h:81/
! trurl note: [...]
! trurl note: [...]
! trurl note: [...]

# --set: no component, twice the same, no equals sign
$ everyuri --trurl http://h -s foo=1; everyuri --trurl http://h -s host=a -s host:=b; everyuri --trurl http://h -s foo
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
? 5

# --set=VALUE, -sVALUE
$ everyuri --trurl http://h --set=host=a -sport=1
> http://a:1/

; --append

# --append path: a slash in it is data
$ everyuri --trurl http://h/a http://h/b/ http://h -a path=c/d --append 'path=e f'
> http://h/a/c%2fd/e%20f
> http://h/b/c%2fd/e%20f
> http://h/c%2fd/e%20f

# --append path: dot segments that are data go as well
$ everyuri --trurl http://h/a/b -a path=..
> http://h/a/

# --append query: both sides of the first equals sign are data
$ everyuri --trurl 'http://h?a' http://h -a 'query=k=v=w&x' --append 'query=y z'
> http://h/?a&k=v%3dw%26x&y+z
> http://h/?k=v%3dw%26x&y+z

# --append: nothing else
$ everyuri --trurl http://h -a fragment=x
! trurl error: [...]
! trurl error: [...]
? 2

; --iterate

# --iterate: a line each
$ everyuri --trurl http://h/p --iterate 'scheme=http ftp sftp'
> http://h/p
> ftp://h/p
> sftp://h/p

# --iterate: combinations, the last the fastest
$ everyuri --trurl http://h --iterate 'host=a b' --iterate 'port=80 81'
> http://a/
> http://a:81/
> http://b/
> http://b:81/

# --iterate: := takes it as it is encoded; other changes are made to each
$ everyuri --trurl http://h --iterate 'path:=%2f %41' -a path=x -a query=y -s fragment=z
> http://h/%2f/x?y#z
> http://h/A/x?y#z

# --iterate: no equals sign
$ everyuri --trurl http://h --iterate foo
! trurl error: [...]
! trurl error: [...]
? 11

# --iterate: no component
$ everyuri --trurl http://h --iterate foo=1
! trurl error: [...]
! trurl error: [...]
? 11

# --iterate: twice the same
$ everyuri --trurl http://h --iterate host=a --iterate host=b
! trurl error: [...]
! trurl error: [...]
? 11

# --iterate: set as well
$ everyuri --trurl http://h --iterate host=a -s host=b
! trurl error: [...]
! trurl error: [...]
? 11

; --redirect

# --redirect resolves a reference
$ for to in here.html ../x '?y' '#z' //other/p http:/new /../q 'a:b' ''; do everyuri --trurl 'http://u@h:81/a/b/c?d#e' --redirect "$to"; done
> http://u@h:81/a/b/here.html
> http://u@h:81/a/x
> http://u@h:81/a/b/c?y
> http://u@h:81/a/b/c?d#z
> http://other/p
> http://new/
> http://u@h:81/q
> http://u@h:81/a/b/a:b
> http://u@h:81/a/b/c?d

# a password without a user; a scheme that has no port of its own
$ everyuri --trurl http://h/ --set password=x; everyuri --trurl foo://h:80/
> http://:x@h/
> foo://h:80/

# --redirect: what cannot be followed
$ everyuri --trurl http://h --redirect 'a b'; everyuri --trurl --verify http://h --redirect 'a b'
> 
! trurl note: [...]
! trurl error: [...]
! trurl error: [...]
? 9

# --redirect: only once
$ everyuri --trurl http://h --redirect a --redirect b
! trurl error: [...]
! trurl error: [...]
? 4

; --trim, --qtrim

# --qtrim: a word, in either case
$ everyuri --trurl 'http://h?utm=1&b=2&UTM=3&utmost=4&utm' --qtrim utm
> http://h/?b=2&utmost=4

# --qtrim: a prefix
$ everyuri --trurl 'http://h?utm_a=1&b=2&UTM_b=3' --qtrim 'utm_*'
> http://h/?b=2

# --qtrim: a star that is meant
$ everyuri --trurl 'http://h?a*=1&ab=2&a=3' --qtrim 'a\*'
> http://h/?ab=2&a=3

# --qtrim: all of it
$ everyuri --trurl 'http://h?a=1&b' --qtrim '*'
> http://h/

# --trim is its old name
$ everyuri --trurl 'http://h?a=1&b' --trim query=a; everyuri --trurl http://h --trim path=a
> http://h/?b
! trurl error: [...]
! trurl error: [...]
? 8

# --qtrim: encoded or decoded
$ everyuri --trurl 'http://h?a%2fb=1&c+d=2&e' --qtrim a/b --qtrim 'c d'; everyuri --trurl 'http://h?a%2fb=1&c' --qtrim a%2fb
> http://h/?e
> http://h/?c

# empty pieces stay where nothing is asked for, and go elsewhere
$ everyuri --trurl 'http://h?a&&b&'; everyuri --trurl 'http://h?a&&b&' --qtrim x
> http://h/?a&&b&
> http://h/?a&b

; --replace

# --replace: the first pair gets the value, the others of its key go
$ everyuri --trurl 'http://h?a=1&b=2&a=3&ab=4' --replace 'a=x y'
> http://h/?a=x+y&b=2&ab=4

# --replace: no such key
$ everyuri --trurl 'http://h?a=1' --replace b=2
> http://h/?a=1

# --replace: no value
$ everyuri --trurl 'http://h?a=1' --replace a
> http://h/?a

# --replace-append: it is appended
$ everyuri --trurl 'http://h?a=1' --replace-append b=2 --replace-append a=3
> http://h/?a=3&b=2

; --sort-query

# --sort-query: letters of either case are equal
$ everyuri --trurl 'http://h?b=2&A=3&a=1&C' --sort-query
> http://h/?a=1&A=3&b=2&C

# --sort-query: pairs are compared as they are written, and what is equal keeps its order
$ everyuri --trurl 'http://h?b=x&B=x&b_=1&bz=1&a=2&a=1&a' --sort-query
> http://h/?a&a=1&a=2&b=x&B=x&bz=1&b_=1

# --query-separator
$ everyuri --trurl 'http://h?b=x;a=1;c&d' --sort-query --qtrim b --query-separator ';'
> http://h/?a=1;c&d

# --query-separator: one character, once
$ everyuri --trurl http://h --query-separator ab; everyuri --trurl http://h --query-separator a --query-separator b
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
? 4

; --get

# --get: every component, decoded
$ everyuri --trurl 'imap://u%3au:p%77;o@h:1/p%2fq?k=v%26#f%23' -g '{scheme} {user} {password} {options} {host} {port} {path} {query} {fragment} {zoneid}|{url}'
> imap u:u pw o h 1 /p/q k=v& f# |imap://u%3au:pw;o@h:1/p%2fq?k=v%26#f%23

# --get: url: and : encoded
$ everyuri --trurl 'http://u%3au@h/p%2fq' -g '{url:user} {:user} {:path} {user}'; everyuri --trurl 'http://u%3au@h/' --urlencode -g '{user}'
> u%3au u%3au /p%2fq u:u
> u%3au

# --get: brackets instead of braces, whichever comes first
$ everyuri --trurl http://h -g '[host] {host}' ; everyuri --trurl http://h -g '{host} [host]'
> h {host}
> h [host]

# --get: backslashes, doubled braces, a brace without an end
$ everyuri --trurl http://h -g 'a\tb\\c\{host}\[\x{{host} {host' | od -An -c | tr -s ' '
>  a \t b \ c { h o s t } [ \ x { h
>  o s t } { h o s t \n

# --get: default:
$ everyuri --trurl https://h foo://h https://h:1 -g '{default:port} {default:url} [{port}]'
> 443 https://h:443/ []
>  foo://h/ []
> 1 https://h:1/ [1]

# --get: puny: and idn:
$ everyuri --trurl http://åäö -g '{puny:host} {puny:url} {host}'; everyuri --trurl http://xn--4cab6c -g '{idn:host} {idn:url} {host}'
> xn--4cab6c http://xn--4cab6c/ åäö
> åäö http://åäö/ xn--4cab6c

# --get: puny: and idn: cannot be used together
$ everyuri --trurl http://h -g '{puny:idn:host}'
! trurl error: [...]
! trurl error: [...]
? 10

# --get: must:
$ everyuri --trurl http://h:1?a -g '{must:port} {must:query}'; everyuri --trurl 'http://h?' -g '<{must:query}>'
> 1 a
> <>

# --get: must: there is none
$ everyuri --trurl http://h -g '{must:query}'
! trurl error: [...]
! trurl error: [...]
? 10

# --get: strict: a zero byte
$ everyuri --trurl http://h/%00 -g '{strict:path}'
! trurl error: [...]
! trurl error: [...]
? 10

# --get: a zero byte is not shown
$ everyuri --trurl http://h/%00 -g '<{path}>' ; everyuri --trurl --quiet http://h/%00 -g '<{path}>'
> <>
> <>
! trurl note: [...]

# --get: query: and query-all:
$ everyuri --trurl 'http://h?a=1+2&b=%26&a=3&%61=4&c&n=%00' -g '{query:a}|{query-all:a}|{query:b}|{:query:b}|{query:c}|{query:A}|{query:n}'
> 1 2|1 2 3 4|&|%26|||.

# --get: no such component, no such qualifier, no name
$ everyuri --trurl http://h -g '{nope}'; everyuri --trurl http://h -g '{x:path}'; everyuri --trurl http://h -g '{url:}'
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
? 10

# --get: a bad URL has an empty line
$ everyuri --trurl 'a b' c -g '{host}'
> 
> c
! trurl note: [...]

; --json

# --json: all that is there, and the pairs of the query
$ everyuri --trurl --json 'imap://u:p%77;o@h:1/p?k=v+w&x&y=%22#f'
> [
>   {
>     "url": "imap://u:pw;o@h:1/p?k=v+w&x&y=%22#f",
>     "parts": {
>       "scheme": "imap",
>       "user": "u",
>       "password": "pw",
>       "options": "o",
>       "host": "h",
>       "port": "1",
>       "path": "/p",
>       "query": "k=v w&x&y=\"",
>       "fragment": "f"
>     },
>     "params": [
>       {
>         "key": "k",
>         "value": "v w"
>       },
>       {
>         "key": "x",
>         "value": ""
>       },
>       {
>         "key": "y",
>         "value": "\""
>       }
>     ]
>   }
> ]

# --json: several, and none
$ everyuri --trurl --json http://a 'b c' http://c; everyuri --trurl --json 'b c'
> [
>   {
>     "url": "http://a/",
>     "parts": {
>       "scheme": "http",
>       "host": "a",
>       "path": "/"
>     }
>   },
>   {
>     "url": "http://c/",
>     "parts": {
>       "scheme": "http",
>       "host": "c",
>       "path": "/"
>     }
>   }
> ]
> []
! trurl note: [...]
! trurl note: [...]

# --json: a mistake leaves JSON
$ everyuri --trurl --json --verify 'b c'
> []
! trurl error: [...]
! trurl error: [...]
? 9

# --json --urlencode: parts are encoded, pairs are not
$ everyuri --trurl --json --urlencode 'http://h/p%2fq?k=%26'
> [
>   {
>     "url": "http://h/p%2fq?k=%26",
>     "parts": {
>       "scheme": "http",
>       "host": "h",
>       "path": "/p%2fq",
>       "query": "k=%26"
>     },
>     "params": [
>       {
>         "key": "k",
>         "value": "&"
>       }
>     ]
>   }
> ]

# --json --default-port --punycode
$ everyuri --trurl --json --default-port --punycode 'http://ä'
> [
>   {
>     "url": "http://xn--4ca:80/",
>     "parts": {
>       "scheme": "http",
>       "host": "xn--4ca",
>       "port": "80",
>       "path": "/"
>     }
>   }
> ]

# --json: control characters, and bytes that are not UTF-8
$ everyuri --trurl --json 'http://h/%01%ff'
> [
>   {
>     "url": "http://h/%01%ff",
>     "parts": {
>       "scheme": "http",
>       "host": "h",
>       "path": "/\u0001�"
>     }
>   }
> ]

# --json: a zone, and pairs in their order
$ everyuri --trurl --json --sort-query 'http://[fe80::1%25a]/?b&a=1'
> [
>   {
>     "url": "http://[fe80::1%25a]/?a=1&b",
>     "parts": {
>       "scheme": "http",
>       "host": "[fe80::1]",
>       "path": "/",
>       "query": "a=1&b",
>       "zoneid": "a"
>     },
>     "params": [
>       {
>         "key": "a",
>         "value": "1"
>       },
>       {
>         "key": "b",
>         "value": ""
>       }
>     ]
>   }
> ]

; mistakes

# --json and --get, --punycode and --as-idn
$ everyuri --trurl --json -g x; everyuri --trurl -g x --json; everyuri --trurl --punycode --as-idn
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
? 4

# an option that is none
$ everyuri --trurl http://h --foo=1; everyuri --trurl -x
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
? 4

# a value is missing
$ everyuri --trurl http://h -s; everyuri --trurl --get; everyuri --trurl --url
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
? 3

# a value of --replace is missing
$ everyuri --trurl http://h --replace; everyuri --trurl --replace-append
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
? 12

# a value where none is taken
$ everyuri --trurl http://h --json=1; everyuri --trurl http://h -vx
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
! trurl error: [...]
? 4

# --get only once
$ everyuri --trurl http://h -g a -g b
! trurl error: [...]
! trurl error: [...]
? 4

# on a terminal nothing is raw
$ terminal everyuri --trurl http://h/%1b -g '{path}'
> /\x1b

# output that cannot be written
$ everyuri --trurl http://h >/dev/full
! everyuri: trurl: write error: No space left on device
? 1

# what no host may hold, however it is written; one slash too many
$ everyuri --trurl http://a%01b/ http://a%7Fb/ http://////h/ 2>/dev/null
>
>
>

# a star is encoded outside of a query; the usual port goes, what has none has none; a place to go to
$ everyuri --trurl http://h/ --set 'path=/a*b'; everyuri --trurl 'http://[::1]:80/'; everyuri --trurl file:///a --get 'p{port}'; everyuri --trurl http://h/ --set zoneid=eth0; everyuri --trurl http://h/a --redirect 'b|c"^'
> http://h/a%2ab
> http://[::1]/
> p
> http://h/
> http://h/b%7cc%22%5e
