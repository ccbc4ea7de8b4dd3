; Messages: a mistyped name gets the nearest valid one and the list, an item that is no URI a hint.

# a command, an option, a standard, a profile, a format, a level, a component and a part
$ for c in prase --verison 'help prase' 'parse --verison' 'parse -format json' 'parse --as rfc9999' 'key --profile sturt' 'parse --format jsn' 'normalize --level sytnax' 'parse --get {hots}' 'edit --set hots=x' 'stats --by host,prot' 'path --os window' 'find --only angel' 'encode --part qurey' 'parse --color neve'; do everyuri $c http://h/ 2>&1 | head -n 1; done
> everyuri: unknown command "prase"; did you mean "parse"? the commands are [...]
> everyuri: unknown option "--verison"; did you mean "--version"? the options are [...]
> everyuri: help: unknown command "prase"; did you mean "parse"? the commands are [...]
> everyuri: parse: unknown option "--verison"; did you mean "--version"? the options are [...]
> everyuri: parse: unknown option "-format"; did you mean "--format"? the options are [...]
> everyuri: parse: --as: unknown standard "rfc9999"; did you mean "rfc2396", "rfc3986" or "rfc3987"? the standards are [...]
> everyuri: key: --profile: unknown profile "sturt"; did you mean "surt/1"? the profiles are [...]
> everyuri: parse: --format: unknown format "jsn"; did you mean "json"? the formats are [...]
> everyuri: normalize: --level: unknown level "sytnax"; did you mean "syntax"? the levels are [...]
> everyuri: parse: --get: unknown component "hots"; did you mean "host"? the components are [...]
> everyuri: edit: --set: unknown part "hots"; did you mean "host"? the parts are [...]
> everyuri: stats: --by: unknown dimension "prot"; did you mean "port"? the dimensions are [...]
> everyuri: path: --os: unknown system "window"; did you mean "windows"? the systems are [...]
> everyuri: find: --only: unknown form "angel"; did you mean "angle"? the forms are [...]
> everyuri: encode: --part: unknown part "qurey"; did you mean "query"? the parts are [...]
> everyuri: parse: --color: unknown value "neve"; did you mean "never"? the values are [...]

# a keyword of a configuration too; a list of more than 32 names is left out
$ printf 'proxy p\nprogramm x y\n' >conf; everyuri plan --config conf x:y; everyuri get --no-folow x:y 2>&1 | head -n 1; rm conf
> everyuri: get: unknown option "--no-folow"; did you mean "--no-follow"?
! everyuri: plan: conf: line 2, byte 0: unknown keyword "programm"; did you mean "program"?
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'

# a name that is near to nothing, to more than three, or too long gets the list alone
$ for s in '' x zzzz rfcxxxx "$(printf '%033d' 0)"; do everyuri parse --as "$s" 2>&1 | head -n 1 | cut -c -90; done
> everyuri: parse: --as: unknown standard ""; the standards are url1993, uri1994, rfc1630, r
> everyuri: parse: --as: unknown standard "x"; the standards are url1993, uri1994, rfc1630, 
> everyuri: parse: --as: unknown standard "zzzz"; the standards are url1993, uri1994, rfc163
> everyuri: parse: --as: unknown standard "rfcxxxx"; the standards are url1993, uri1994, rfc
> everyuri: parse: --as: unknown standard "000000000000000000000000000000000"; the standards

# of a list the wrong name is shown; one standard is not a list
$ everyuri check --as all,foo x:y 2>&1 | head -n 1; everyuri parse --as rfc3986,whatwg x:y 2>&1 | head -n 1; everyuri check --as all,rfc1738 x:y | wc -l
> everyuri: check: --as: unknown standard "foo"; the standards are [...]
> everyuri: parse: --as: "rfc3986,whatwg" is more than one standard; only check, compare and stats accept several
> 9

# an option is named as it was typed
$ everyuri check -j 0 x:y 2>&1 | head -n 1; everyuri check --threads 0 x:y 2>&1 | head -n 1; everyuri check -j 2>&1 | head -n 1
> everyuri: check: -j: "0" is not a number from 1 to 256
> everyuri: check: --threads: "0" is not a number from 1 to 256
> everyuri: check: -j needs a value

# each command prints the version
$ everyuri find --version | head -n 1 | cut -d ' ' -f 1
> everyuri

# the name of a file: how to read URIs from it; with get and open, how to get the file itself
$ echo http://h/ >urls.txt; everyuri parse --get '{host}' urls.txt; everyuri stats --by host urls.txt; everyuri get urls.txt 2>&1 | sed "s,$PWD,,"; mv urls.txt 'a b'; everyuri get 'a b' 2>&1 | sed "s,$PWD,,"; rm 'a b'
> 
> 1 item: 0 accepted by rfc3986, 1 refused
> 
> host       URIs: 0; 0 different values
> everyuri: get: argument 1: byte 8: [...] (RFC 3986 3.1)
> everyuri: get: hint: "urls.txt" is a file; to read URIs from it: everyuri get <urls.txt
> everyuri: get: hint: to get the file itself: everyuri get file:///urls.txt
> everyuri: get: argument 1: byte 1: [...]
> everyuri: get: hint: "a b" is a file; to read URIs from it: everyuri get <FILE
> everyuri: get: hint: to get the file itself: everyuri get file:///a%20b
! everyuri: parse: argument 1: byte 8: [...] (RFC 3986 3.1)
! everyuri: parse: hint: "urls.txt" is a file; to read URIs from it: everyuri parse <urls.txt
! everyuri: stats: hint: "urls.txt" is a file; to read URIs from it: everyuri stats <urls.txt

# a partial form that is also the name of a file gets no hint where partial forms are valid
$ echo >a; everyuri resolve --base http://h/ a; rm a
> http://h/a

# "-" is no name of standard input
$ everyuri relate --base http://h/ - 
> 
! everyuri: relate: argument 1: byte 0: [...] (RFC 3986 3.1)
! everyuri: relate: hint: "-" is read as a URI; without arguments, URIs are read from standard input
? 1

# a host without a scheme; a word, a name without a last label, or a number gets no hint
$ everyuri get www.ietf.org www.ietf.org/x?y word a. .a 1.2.3.4; echo www.ietf.org | everyuri get
! everyuri: get: argument 1: byte 12: [...] (RFC 3986 3.1)
! everyuri: get: hint: no scheme; did you mean "http://www.ietf.org"?
! everyuri: get: argument 2: byte 12: [...] (RFC 3986 3.1)
! everyuri: get: hint: no scheme; did you mean "http://www.ietf.org/x?y"?
! everyuri: get: argument 3: byte 4: [...] (RFC 3986 3.1)
! everyuri: get: argument 4: byte 2: [...] (RFC 3986 3.1)
! everyuri: get: argument 5: byte 0: [...] (RFC 3986 3.1)
! everyuri: get: argument 6: byte 0: [...] (RFC 3986 3.1)
! everyuri: get: line 1: byte 12: [...] (RFC 3986 3.1)
? 1

# a byte order mark in front of standard input, of a pipe or a file, is named once; of an argument too
$ m=$(printf '\357\273\277'); printf "${m}x:y\n${m}x:y\n" | everyuri check --format tsv | wc -l; printf "${m}x:y\n" >f; everyuri stats -j 2 <f | head -n 1; everyuri get -j 2 <f; rm f; everyuri parse --get '{host}' "${m}x:y"; printf 'x:y\n' | everyuri parse --get '{path}'
> 3
> 1 item: 0 accepted by rfc3986, 1 refused
> 
> y
! everyuri: check: standard input begins with a byte order mark (EF BB BF), which is read as part of the first item; remove it
! everyuri: stats: standard input begins with a byte order mark (EF BB BF), which is read as part of the first item; remove it
! everyuri: get: standard input begins with a byte order mark (EF BB BF), which is read as part of the first item; remove it
! everyuri: get: line 1: byte 0: [...]
! everyuri: parse: argument 1: byte 0: [...]
! everyuri: parse: hint: it begins with a byte order mark (EF BB BF); remove it

# a folder, a mailbox or a proxy that cannot be used is refused at once, by the name of its option or variable
$ everyuri serve --root /nonexistent; everyuri open --mail rel mid:x@y; everyuri get --mail-index rel mid:x@y; http_proxy=foo://x everyuri get file:///nonexistent; ALL_PROXY=http://u:secret@h:1/ everyuri get data:,x; https_proxy="$(printf 'h\nproxy p')" everyuri plan --run data:,x; http_proxy="$(printf '%0600d' 0)" everyuri get data:,x; everyuri plan --http-proxy foo://x http://h/
! everyuri: serve: --root: "/nonexistent": No such file or directory
! usage: everyuri serve [OPTION]...
! see 'everyuri help serve'
! everyuri: open: --mail: "rel" is not an absolute path
! usage: everyuri open [OPTION]... [URI]...
! see 'everyuri help open'
! everyuri: get: --mail-index: "rel" is not an absolute path
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
! everyuri: get: environment variable http_proxy: [...]
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
! everyuri: get: environment variable ALL_PROXY: [...]
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
! everyuri: plan: environment variable https_proxy: line break in the value
! usage: everyuri plan --run [-v] [OPTION]... [URI]...
! see 'everyuri help plan'
! everyuri: get: environment variable http_proxy: too long
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
! everyuri: plan: --http-proxy: byte 0: [...]
! usage: everyuri plan [OPTION]... [URI]...
! see 'everyuri help plan'
? 2

# edit: a value is named by its option, and its byte by the value; --encode is named if it helps
$ everyuri edit --set host='a b' http://h/; everyuri edit --append path=a/b http://h/; everyuri edit --append 'query=a#=b' http://h/; everyuri edit --set-query 'a=b#' http://h/; everyuri edit --delete-query a --set port=x http://h/; everyuri edit --delete host http://u@h:1/
> 
> 
> 
> 
> 
> 
! everyuri: edit: argument 1: --set host: byte 1: [...]; use --encode to encode it
! everyuri: edit: argument 1: --append path: byte 1: [...]; use --encode to encode it
! everyuri: edit: argument 1: --append query: byte 1: [...]; use --encode to encode it
! everyuri: edit: argument 1: --set-query: byte 1: [...]; use --encode to encode it
! everyuri: edit: argument 1: --set port: byte [...]
! everyuri: edit: argument 1: --delete host: byte [...]
? 1

# same: the URI that has no second one is named
$ everyuri same a b c 2>&1 | head -n 1; printf 'http://h/\n' | everyuri same 2>&1 | head -n 1
> everyuri: same: URIs are compared in pairs, but "c" has no second URI
> everyuri: same: URIs are compared in pairs, but the last line has no second URI

# a blocked port
$ everyuri get http://127.0.0.1:25/
! everyuri: get: argument 1: byte 17: [...] (Fetch, port blocking)
! everyuri: get: hint: --allow-port 25 allows this port
? 1
