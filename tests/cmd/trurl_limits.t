; everyuri --trurl: what is refused, what is empty, what is long

# each option's value
$ for o in '-s' '-s host' '-s =x' '-s what=x' '--iterate' '--iterate x' '--append host=a' '--trim x' '--query-separator ab' '--json --get x' '--punycode --as-idn' '-f a -f b' '--replace' '--nothing' '-x' '--json=1' '--get {host' '--get {:}' '--get {}' '--get {what:host}' '--get {puny:idn:host}' '--get {nothing}' '--get {must:port} http://h/' "-s $(printf '%0300d' 0)=x"; do everyuri --trurl $o http://h/ >/dev/null; echo $?; done 2>&1 | grep -v 'try everyuri' | cut -c 1-90
> trurl error: "http://h/" is not COMPONENT=DATA
> 5
> trurl error: "host" is not COMPONENT=DATA
> 5
> trurl error: "=x" is not COMPONENT=DATA
> 5
> trurl error: unknown component "what"
> 5
> trurl error: "http://h/" is not COMPONENT=DATA
> 11
> trurl error: "x" is not COMPONENT=DATA
> 11
> trurl error: --append: "host=a" is not path=DATA or query=DATA
> 2
> trurl error: --trim: "x" is not query=WHAT
> 8
> trurl error: --query-separator: "ab" is not one character
> 4
> trurl error: --get and --json cannot be used together
> 4
> trurl error: --punycode and --as-idn cannot be used together
> 4
> trurl error: --url-file can be used only once
> 4
> trurl error: not enough input for a URL (RFC 3986 3)
> 7
> trurl error: unknown option: --nothing
> 4
> trurl error: unknown option: -x
> 4
> trurl error: unknown option: --json
> 4
> 0
> trurl error: bad --get syntax: missing component name
> 10
> trurl error: bad --get syntax: missing component name
> 10
> trurl error: bad --get syntax: unknown qualifier "what"
> 10
> trurl error: puny: and idn: cannot be used together
> 10
> trurl error: unknown component "nothing"
> 10
> trurl error: the URL has no port
> 10
> trurl error: unknown component "0000000000000000000000000000000000000000000000000000000000
> 5

# a component is set once, and set or iterated
$ everyuri --trurl http://h/ -s host=a -s host=b; everyuri --trurl http://h/ -s host=a --iterate host=b; everyuri --trurl http://h/ --iterate 'port=1 2' --iterate port=3
! trurl error: the host is set twice
! trurl error: try everyuri --trurl -h
! trurl error: the host is set twice
! trurl error: try everyuri --trurl -h
! trurl error: the port is set twice
! trurl error: try everyuri --trurl -h
? 11

# COMPONENT?= is set only where there is none, and := as it is
$ everyuri --trurl http://u@h/ -s 'user?=v' -s 'password?=w'; everyuri --trurl http://h/ -s 'path:=/a%2fb' -s 'query:?=%20'
> http://u:w@h/
> http://h/a%2fb?+

# a query is shown and set with a separator of another kind, without keys, or without values
$ everyuri --trurl 'http://h/?a=b;c=d;=e;f' --query-separator ';' --json | sed -n '/params/,$p'; everyuri --trurl 'http://h/?=x&y' --get '{query-all:}|{query:y}|{query-all:x}'
>     "params": [
>       {
>         "key": "a",
>         "value": "b"
>       },
>       {
>         "key": "c",
>         "value": "d"
>       },
>       {
>         "key": "",
>         "value": "e"
>       },
>       {
>         "key": "f",
>         "value": ""
>       }
>     ]
>   }
> ]
> x||

# --get: defaults, punycode and IDN of the options hold too
$ everyuri --trurl --default-port --get '{port}' http://h/; everyuri --trurl --punycode --get '{host}' http://ä.example/; everyuri --trurl --as-idn --get '{host}|{url}' http://xn--4ca.example/; everyuri --trurl --as-idn --json http://xn--4ca.example/ | grep '"host"\|"url"'
> 80
> xn--4ca.example
> ä.example|http://ä.example/
>     "url": "http://ä.example/",
>       "host": "ä.example",

# --get: what is encoded stays so with --urlencode; a backslash at the end stands for itself
$ everyuri --trurl --urlencode --get '{path} {query:a}\' 'http://h/%20?a=%26'
> /%20 %26\

# --get: of several URLs, nothing more after an error
$ everyuri --trurl --get '{host} {strict:path} {host}' http://a/%00 http://b/; echo; everyuri --trurl --get '{port}{url}' --default-port http://h:0/ x://h/
> a 
> 0http://h:0/
> x://h/
! trurl error: the path decodes to a zero byte
! trurl error: try everyuri --trurl -h

# a login with options, with or without a password
$ everyuri --trurl 'imap://u;o:p@h/' 'imap://u;o@h/' 'imap://;o@h/' imap://h/ -s options=q; everyuri --trurl 'imap://u;o:p@h/' --json | grep 'options\|user\|password'
> imap://u:p;q@h/
> imap://u;q@h/
> imap://;q@h/
> imap://;q@h/
>       "user": "u",
>       "password": "p",
>       "options": "o",

# hosts that are none, ports that are none, schemes that are none
$ everyuri --trurl "$(printf 'http://a\001b/')" "$(printf 'http://a\177b/')" http://h:/ http://h:1a/ http://h:-1/ 'http://[::1]x' 1a://h/ a_b://h/ 'a~b://h/' ://h/ z9+-.://h/ Z://h/ 2>&1 | cut -c 1-70
> 
> trurl note: byte 8: control character must be encoded (RFC 3986 2) [ht
> 
> trurl note: byte 8: control character must be encoded (RFC 3986 2) [ht
> http://h/
> 
> trurl note: byte 9: the port is not a number from 0 to 65535 (RFC 3986
> 
> trurl note: byte 9: the port is not a number from 0 to 65535 (RFC 3986
> 
> trurl note: byte 12: expected a colon or the end of the host (RFC 3986
> 
> trurl note: byte 3: the port is not a number from 0 to 65535 (RFC 3986
> 
> trurl note: byte 4: the port is not a number from 0 to 65535 (RFC 3986
> 
> trurl note: byte 4: the port is not a number from 0 to 65535 (RFC 3986
> 
> trurl note: byte 0: missing host (RFC 3986 3.2.2) [://h/]
> z9+-.://h/
> z://h/

# a redirect is resolved against its URL, with its query if it has none of its own
$ everyuri --trurl 'http://h/a/b?c' --redirect '../d'; everyuri --trurl 'http://h/a/b?c' --redirect '#e'; everyuri --trurl 'http://h/a' --redirect 'b c'; everyuri --trurl 'h/a b' --redirect 'c'
> http://h/d
> http://h/a/b?c#e
> 
> 
! trurl note: byte 1: space must be encoded (RFC 3986 2) [b c]
! trurl note: byte 3: space must be encoded (RFC 3986 2) [h/a b]

# --curl: schemes that libcurl does not know are refused where they are set, too
$ everyuri --trurl --curl http://h/ -s scheme=nothing; everyuri --trurl --curl http://h/ -s scheme=FTP; everyuri --trurl http://h/ -s scheme=nothing
> http://h/
> ftp://h/
> nothing://h/
! trurl note: the scheme was not changed: libcurl does not support this scheme (libcurl)

# a path is appended to, also to none
$ everyuri --trurl http://h --append path=a --append path=b/c; everyuri --trurl -s host=h -s scheme=http -s path= --append path=a
> http://h/a/b%2fc
> http://h/a

# a URL that cannot be shown any more once it was changed
$ everyuri --trurl http://h/ -s host=; echo $?; everyuri --trurl http://h/ -s 'host=a b'; everyuri --trurl http://h/ -s port=x; everyuri --trurl http://h/ -s scheme=1; everyuri --trurl --verify http://h/ -s host=a%2fb; echo $?
> 
> 0
> http://h/
> http://h/
> http://h/
> http://h/
> 0
! trurl note: byte 0: not enough input for a URL (RFC 3986 3) [http://h/]
! trurl note: the host was not changed: character not allowed in a host (RFC 3986 3.2.2)
! trurl note: the port was not changed: the port is not a number from 0 to 65535 (RFC 3986 3.2.3)
! trurl note: the scheme was not changed: not a valid scheme name (RFC 3986 3.1)
! trurl note: the host was not changed: character not allowed in a host (RFC 3986 3.2.2)

# pairs that are trimmed: a key, the beginning of one, in either case
$ everyuri --trurl 'http://h/?utm_a=1&UTM_B&a=2&=3&utm=4' --qtrim 'utm_*'; everyuri --trurl 'http://h/?a*=1&ab=2&A=3' --qtrim 'a\*' ; everyuri --trurl 'http://h/?a=1&b' --qtrim 'a' --qtrim b; everyuri --trurl 'http://h/?=1&b' --qtrim ''
> http://h/?a=2&=3&utm=4
> http://h/?ab=2&A=3
> http://h/
> http://h/?b

# pairs are sorted by what is written, also where none is left
$ everyuri --trurl 'http://h/?b=1&a=2&A=3&a=1&ab&=0' --sort-query; everyuri --trurl 'http://h/' --sort-query
> http://h/?=0&a=1&a=2&A=3&ab&b=1
> http://h/

# escapes that are none, letters beyond z, digits in capitals
$ everyuri --trurl 'http://h/%4g%g4%4G{|}%7E%7b%2f' -s 'query={z}%zz' -s fragment='A%C3' --append 'query=z{~}=[*]'
> http://h/%254g%25g4%254G%7b%7c%7d~%7b%2f?%7bz%7d%25zz&z%7b~%7d=%5b*%5d#A%25C3

# a file of URLs: lines that end in CR, in blanks, that are empty; the last without an end
$ printf 'http://a/ \t\r\n\n \nhttp://b/' | everyuri --trurl -f -; printf '\nhttp://b/\n' | everyuri --trurl -f - --json | grep -c url; everyuri --trurl -f . ; everyuri --trurl -f none; printf 'x y\nhttp://b/\n' | everyuri --trurl --verify -f -
> http://a/
> 
> 
> http://b/
> 1
! trurl error: --url-file: .: Is a directory
! trurl error: try everyuri --trurl -h
! trurl error: --url-file: none: No such file or directory
! trurl error: try everyuri --trurl -h
! trurl error: byte 1: space must be encoded (RFC 3986 2) [x y]
! trurl error: try everyuri --trurl -h
? 9

# without a URL the parts make one, or it is an error
$ everyuri --trurl -s host=h -s scheme=ftp; everyuri --trurl --json; echo $?; everyuri --trurl -s path=a; echo $?
> ftp://h/
> []
> 7
> 7
! trurl error: not enough input for a URL (RFC 3986 3)
! trurl error: try everyuri --trurl -h
! trurl error: not enough input for a URL (RFC 3986 3)
! trurl error: try everyuri --trurl -h

# where nothing can be written
$ everyuri --trurl http://h/ >/dev/full; echo $?
> 1
! everyuri: trurl: write error: No space left on device

# the rest of a URL: a star that is meant, zeros, options without a password, lines of blanks
$ everyuri --trurl 'http://h/?b*=1&a*=2' --qtrim 'a\*'; everyuri --trurl 'http://h/' --qtrim '\*'; everyuri --trurl -s host=h -s scheme=x -s port=0 -s path=a; everyuri --trurl 'imap://u;o@h/' -s user= --json | grep options; printf ' \n \nhttp://h/' | everyuri --trurl --json -f - | grep -c url; everyuri --trurl -s '=:x' http://h/; everyuri --trurl -s ':=x' http://h/; everyuri --trurl -s path:=a%4 http://h/; everyuri --trurl 'http://h/?a b#c d' --redirect '?e'; everyuri --trurl http://a/ http://b/ --set host=c --get '{host} {nothing}'; everyuri --trurl http:////h/ http:///h/
$ everyuri --trurl -s host=h -s scheme=http -s query= -s fragment=; everyuri --trurl 'http://h/%aZ%Az%a' --set 'query=a b~é_-.*/' --set 'user=a~{' --set 'fragment=~{|}'
> http://h/?b*=1
> http://h/
> x://h:0/a
>       "options": "o",
> 1
> http://h/a%254
> 
> c 
> http://h/
> http://h/
> http://a~%7b@h/%25aZ%25Az%25a?a+b~%c3%a9_-.*%2f#~%7b%7c%7d
! trurl error: "=:x" is not COMPONENT=DATA
! trurl error: try everyuri --trurl -h
! trurl error: unknown component ":"
! trurl error: try everyuri --trurl -h
! trurl note: byte 11: space must be encoded (RFC 3986 2) [http://h/?a b#c d]
! trurl error: unknown component "nothing"
! trurl error: try everyuri --trurl -h
! trurl note: byte 5: expected two slashes (RFC 3986 3) [http:////h/]

# a redirect from a URL without a query, and its way through --iterate
$ everyuri --trurl 'http://h/a' --redirect c; everyuri --trurl http://h/ --iterate 'host=a b' --iterate port=x; everyuri --trurl 'http://h/' --iterate 'host=a b' --get '{must:query}'
> http://h/c
> http://a/
> http://b/
! trurl note: the port was not changed: the port is not a number from 0 to 65535 (RFC 3986 3.2.3)
! trurl note: the port was not changed: the port is not a number from 0 to 65535 (RFC 3986 3.2.3)
! trurl error: the URL has no query
! trurl error: try everyuri --trurl -h
? 10

# a scheme that has no port has no default one
$ everyuri --trurl --default-port file:///a; everyuri --trurl --keep-port file:///a; everyuri --trurl --default-port --get 'p{port}' file:///a
> file:///a
> file:///a
> p

# --redirect to what is no reference
$ everyuri --trurl http://h/a --redirect 'http://[bad'
> 
! trurl note: [...] [http://[bad]
