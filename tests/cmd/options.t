; Options, usage errors, help, and how the command ends.

# contract cmd.exit: an unknown option is a usage error: on standard error, exit status 2
$ everyuri parse --no-such-thing http://a/
! everyuri: parse: unknown option "--no-such-thing"; the options are --base, --reference, --zone, --decode, --get, --as, --format, --null, --max-length, --threads, --default-scheme, --color, --help and --version
! usage: everyuri parse [...]
! see 'everyuri help parse'
? 2

# an unknown letter too
$ everyuri check -x
! everyuri: check: unknown option "-x"; the options are --zone, --reference, --as, --format, --null, --max-length, --threads, --default-scheme, --color, --help and --version
! usage: everyuri check [...]
! see 'everyuri help check'
? 2

# an unknown command too
$ everyuri frobnicate
! everyuri: unknown command "frobnicate"; the commands are parse, check, compare, explain, plan, schemes, resolve, relate, normalize, same, edit, encode, decode, find, redact, query, path, template, key, stats, wrap, get, open, serve and help
! usage: everyuri COMMAND [...]
! see 'everyuri help'
? 2

# one that is a typing error away from a command is answered with that command
$ for c in prase nromalize gett wr x ''; do everyuri "$c"; done 2>&1 | grep -v '^usage\|^see '
> everyuri: unknown command "prase"; did you mean "parse"? the commands are parse, check, compare, explain, plan, schemes, resolve, relate, normalize, same, edit, encode, decode, find, redact, query, path, template, key, stats, wrap, get, open, serve and help
> everyuri: unknown command "nromalize"; did you mean "normalize"? the commands are parse, check, compare, explain, plan, schemes, resolve, relate, normalize, same, edit, encode, decode, find, redact, query, path, template, key, stats, wrap, get, open, serve and help
> everyuri: unknown command "gett"; did you mean "get"? the commands are parse, check, compare, explain, plan, schemes, resolve, relate, normalize, same, edit, encode, decode, find, redact, query, path, template, key, stats, wrap, get, open, serve and help
> everyuri: unknown command "wr"; the commands are parse, check, compare, explain, plan, schemes, resolve, relate, normalize, same, edit, encode, decode, find, redact, query, path, template, key, stats, wrap, get, open, serve and help
> everyuri: unknown command "x"; the commands are parse, check, compare, explain, plan, schemes, resolve, relate, normalize, same, edit, encode, decode, find, redact, query, path, template, key, stats, wrap, get, open, serve and help
> everyuri: unknown command ""; the commands are parse, check, compare, explain, plan, schemes, resolve, relate, normalize, same, edit, encode, decode, find, redact, query, path, template, key, stats, wrap, get, open, serve and help

# no command too
$ everyuri
! everyuri: missing command
! usage: everyuri COMMAND [...]
! see 'everyuri help'
? 2

# an option's value may be attached or follow
$ everyuri parse --as=rfc1738 --get '{standard}' http://a/; everyuri parse --as rfc1738 --get={standard} http://a/
> rfc1738
> rfc1738

# --get is a shape of its own
$ everyuri parse --format tsv --get '{host}' http://a/
! everyuri: parse: --get [...]
! usage: everyuri parse [...]
! see 'everyuri help parse'
? 2

# an option that needs a value and has none is a usage error
$ everyuri parse --as
! everyuri: parse: --as needs a value
! usage: everyuri parse [...]
! see 'everyuri help parse'
? 2

# a value for an option that takes none is a usage error
$ everyuri parse --decode=yes http://a/
! everyuri: parse: --decode takes no value
! usage: everyuri parse [...]
! see 'everyuri help parse'
? 2

# options may follow URIs
$ everyuri check http://a/ --as rfc1738
> valid	rfc1738	http://a/

# -- ends the options
$ everyuri encode -- --as -0
> --as
> -0

# a lone hyphen is an item
$ everyuri encode -
> -

# letters may be put together
$ printf 'a\0' | everyuri encode -0j2 | tr '\0' '@'; echo
> a@

# every message on standard error is escaped
$ everyuri parse "$(printf -- '--a\033[31m\nb')"
! everyuri: parse: unknown option "--a\x1b[31m\x0ab"; the options are --base, --reference, --zone, --decode, --get, --as, --format, --null, --max-length, --threads, --default-scheme, --color, --help and --version
! usage: everyuri parse [...]
! see 'everyuri help parse'
? 2

# contract cmd.options: --as names a standard; another word is a usage error
$ everyuri parse --as rfc9999 http://a/
! everyuri: parse: --as: unknown standard "rfc9999"; did you mean "rfc2396", "rfc3986" or "rfc3987"? the standards are url1993, uri1994, rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, rfc3987 and whatwg
! usage: everyuri parse [...]
! see 'everyuri help parse'
? 2

# contract cmd.options: --as takes one standard, except in check, compare and stats
$ everyuri parse --as all http://a/
! everyuri: parse: --as: "all" [...]
! usage: everyuri parse [...]
! see 'everyuri help parse'
? 2

# nor a list
$ everyuri normalize --as rfc1738,rfc3986 http://a/
! everyuri: normalize: --as: "rfc1738,rfc3986" [...]
! usage: everyuri normalize [...]
! see 'everyuri help normalize'
? 2

# contract cmd.options: the default standard is rfc3986
$ everyuri check x:y
> valid	rfc3986	x:y

# contract cmd.options: --format takes text, json or tsv
$ everyuri parse --format xml x:y
! everyuri: parse: --format: unknown format "xml"; the formats are text, json, tsv, csv and arrow
! usage: everyuri parse [...]
! see 'everyuri help parse'
? 2

# --format text is the default
$ everyuri check x:y; everyuri check --format text x:y
> valid	rfc3986	x:y
> valid	rfc3986	x:y

# every line command takes --format
$ everyuri resolve --base http://h/ --format json a
$ everyuri relate --base http://h/ --format json http://h/a
$ everyuri normalize --format json x:y
$ everyuri same --format json x:y x:y
$ everyuri edit --format json x:y
$ everyuri encode --format json a
$ everyuri decode --format json a
> {"uri":"a","standard":"rfc3986","valid":true,"result":"http://h/a"}
> {"uri":"http://h/a","standard":"rfc3986","valid":true,"result":"a"}
> {"uri":"x:y","standard":"rfc3986","valid":true,"result":"x:y"}
> {"a":"x:y","b":"x:y","standard":"rfc3986","same":true}
> {"uri":"x:y","standard":"rfc3986","valid":true,"result":"x:y"}
> {"uri":"a","standard":"rfc3986","valid":true,"result":"a"}
> {"uri":"a","standard":"rfc3986","valid":true,"result":"a"}

# --max-length is a number of bytes
$ everyuri check --max-length many x:y
! everyuri: check: --max-length: "many" [...]
! usage: everyuri check [...]
! see 'everyuri help check'
? 2

# -j is a number of threads
$ everyuri check -j 0 x:y
! everyuri: check: -j: "0" is not a number from 1 to 256
! usage: everyuri check [...]
! see 'everyuri help check'
? 2

# contract cmd.options: --default-scheme puts S:// before an item that is not valid as it is but is valid so; uri stays as given
$ everyuri parse --default-scheme http --format json example.com/x
> {"uri":"example.com/x","standard":"rfc3986","valid":true,"scheme":"http","host":"example.com","path":"/x","host_kind":"name"}

# --default-scheme leaves alone what is valid
$ everyuri parse --default-scheme http --get '{scheme}' ftp://h/x mailto:a@b
> ftp
> mailto

# --default-scheme leaves alone what it does not make valid, and the error is that of the item as given
$ everyuri parse --default-scheme http --format json 'a b'
> {"uri":"a b","standard":"rfc3986","valid":false,"error":{"at":1,"clause":"[...]","message":"[...]"}}
? 1

# --default-scheme holds in check and compare
$ everyuri check --as rfc1738,rfc3986 --default-scheme http h/x; everyuri compare --as rfc1738,rfc3986 --default-scheme http --format tsv h/x
> valid	rfc1738	h/x
> valid	rfc3986	h/x
> uri	agree	first	accepted_by
> h/x	true	\N	rfc1738,rfc3986

# and in same, for both
$ everyuri same --default-scheme http h/x HTTP://h/x; everyuri same --default-scheme http h/x H/x
> same
> same

# --version and -V print name and version first, then the versions of Unicode and the suffix list
$ everyuri --version; everyuri -V | head -n 1
> everyuri 1.0.0
> Unicode 17.0.0
> Public Suffix List: [...]
> everyuri 1.0.0

# --help, -h and help print the page on standard output
$ everyuri --help | head -n 1; everyuri -h | head -n 1; everyuri help | head -n 1
> everyuri - [...]
> everyuri - [...]
> everyuri - [...]

# so does each command
$ for c in parse check compare explain resolve relate normalize same edit encode decode find wrap; do
$ everyuri $c --help | head -n 1; everyuri help $c | cmp - /dev/null 2>/dev/null && echo empty; done; true
> everyuri-parse - [...]
> everyuri-check - [...]
> everyuri-compare - [...]
> everyuri-explain - [...]
> everyuri-resolve - [...]
> everyuri-relate - [...]
> everyuri-normalize - [...]
> everyuri-same - [...]
> everyuri-edit - [...]
> everyuri-encode - [...]
> everyuri-decode - [...]
> everyuri-find - [...]
> everyuri-wrap - [...]

# help for what is no command is a usage error
$ everyuri help frobnicate
! everyuri: help: unknown command "frobnicate"; the commands are check, compare, decode, edit, encode, explain, find, get, key, normalize, open, parse, path, plan, query, redact, relate, resolve, same, schemes, serve, stats, template, trurl and wrap
! usage: everyuri help [COMMAND]
! see 'everyuri help'
? 2

# contract cmd.exit: a closed pipe ends it silently
$ yes http://a/ | everyuri check | head -n 1
> valid	rfc3986	http://a/

# and in threads
$ yes http://a/ | everyuri check -j 3 | head -n 1
> valid	rfc3986	http://a/

# and if the caller ignores the signal
$ (trap '' PIPE; yes http://a/ 2>/dev/null | everyuri check | head -n 1)
> valid	rfc3986	http://a/

# contract cmd.exit: a write error: exit status 2
$ everyuri check http://a/ >/dev/full
! everyuri: check: write error: No space left on device
? 2

# contract cmd.exit: a write error comes before bad input
$ everyuri check : >/dev/full
! everyuri: check: write error: No space left on device
? 2

# a write error in threads is told once
$ yes http://a/ | everyuri check -j 3 >/dev/full
! everyuri: check: write error: No space left on device
? 2

# a write error of help
$ everyuri --help >/dev/full
! everyuri: help: write error: No space left on device
? 2

# contract cmd.exit: standard input that cannot be read: exit status 2
$ everyuri check </
! everyuri: check: standard input: Is a directory
? 2

# standard input that is closed
$ everyuri check <&-
! everyuri: check: standard input: Bad file descriptor
? 2

# bad input: exit status 1
$ everyuri parse --format json :
> {"uri":":","standard":"rfc3986","valid":false,"error":{"at":0,"clause":"[...]","message":"[...]"}}
? 1

# all good: exit status 0
$ everyuri parse --get '{scheme}' a:b
> a

# a bad item gets one line on standard error: the line, the byte, the message and the clause
$ everyuri parse --as rfc1738 --get '{host}'
< http://a/
< http://h dom/
> a
> 
! everyuri: parse: line 2: byte 8: space must be encoded (RFC 1738 2.2)
? 1

# in text and tsv too
$ everyuri parse --as rfc1738 --format tsv 'http://h dom/'
> uri	standard	valid	at	scheme	user	password	host	port	path	query	fragment	href
> http://h dom/	rfc1738	false	8	\N	\N	\N	\N	\N	\N	\N	\N	\N
! everyuri: parse: argument 1: byte 8: space must be encoded (RFC 1738 2.2)
? 1

# where the answer itself carries the verdict (check, compare, any JSON) standard error stays empty
$ everyuri check : | cut -f 1; everyuri compare --format tsv : | tail -n 1; everyuri normalize --format json : | cut -c 1-30
> invalid
> :	false	\N	
> {"uri":":","standard":"rfc3986

# on a terminal nothing is raw: C0, DEL, C1, bidi
$ terminal everyuri check "$(printf 'http://h/\033[31m\177\302\205\342\200\256')"
> invalid	rfc3986	9	[...]	[...]	http://h/\x1b[31m\x7f\xc2\x85\xe2\x80\xae
? 1

# elsewhere check's URI is raw
$ everyuri check "$(printf 'http://h/\033')" | tr '\033' '@'
> invalid	rfc3986	9	[...]	[...]	http://h/@

# on a terminal text values are escaped too
$ terminal everyuri parse --as rfc1738 --reference "$(printf 'a\033b')"
> uri	a\x1bb
> standard	rfc1738
> valid	false
> error.at	1
> error.clause	[...]
> error.message	[...]
> 
> everyuri: parse: argument 1: byte 1: [...]
? 1

# on a terminal JSON shows DEL, C1 and bidi controls as JSON's escapes
$ terminal everyuri check --format json "$(printf '\177\302\205\342\200\256')"
> {"uri":"\u007f\u0085\u202e","standard":"rfc3986","valid":false,"error":{"at":0,"clause":"[...]","message":"[...]"}}
? 1

# each option's value has its bounds
$ for o in '--threads x' '--threads 0' '--threads 257' '--max-length 0' '--max-length x' '--max-length 4294967295' '--color red' '--as nothing' '--default-scheme 1' '--default-scheme a_b' '--format csv,'; do everyuri check $o x:y; done 2>&1 | grep -v '^usage\|^see '
> everyuri: check: --threads: "x" is not a number from 1 to 256
> everyuri: check: --threads: "0" is not a number from 1 to 256
> everyuri: check: --threads: "257" is not a number from 1 to 256
> everyuri: check: --max-length: "0" is not a number of bytes from 1 to 4294967294
> everyuri: check: --max-length: "x" is not a number of bytes from 1 to 4294967294
> everyuri: check: --max-length: "4294967295" is not a number of bytes from 1 to 4294967294
> everyuri: check: --color: unknown value "red"; the values are auto, always and never
> everyuri: check: --as: unknown standard "nothing"; the standards are url1993, uri1994, rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, rfc3987, whatwg, modern, web and all
> everyuri: check: --default-scheme: "1" is not a scheme name
> everyuri: check: --default-scheme: "a_b" is not a scheme name
> everyuri: check: --format: unknown format "csv,"; did you mean "csv"? the formats are text, json, tsv, csv and arrow

# an option that takes none is given none
$ everyuri check --null=1 x:y
$ everyuri edit --sort-query=1 x:y
! everyuri: check: --null takes no value
! usage: everyuri [...]
! see [...]
! everyuri: edit: --sort-query takes no value
! usage: everyuri [...]
! see [...]
? 2

# a default scheme is a name, and not empty
$ everyuri check --default-scheme '' x:y
! everyuri: check: --default-scheme: "" is not a scheme name
! usage: everyuri [...]
! see [...]
? 2

# -h is --help, wherever it stands
$ everyuri parse x:y -h | head -n 1; everyuri check -0 --help | head -n 1
> everyuri-parse - the components of each URI
> everyuri-check - valid or not, where and why not

# a long name is cut in a message, which stays one line; a tab in it is shown
$ everyuri check "--$(printf '%0700d' 0)" 2>&1 | head -n 1; everyuri check --threads "$(printf %05000d 0)" 2>&1 | head -n 1 | sed "s/0\{4000,\}/.../"; everyuri check "--a$(printf '\tb')" x:y
> everyuri: check: unknown option "--000000000000000000000000000000000000000000000000000000000000000000000000000000..."; the options are --zone, --reference, --as, --format, --null, --max-length, --threads, --default-scheme, --color, --help and --version
> everyuri: check: --threads: "......
! everyuri: check: unknown option "--a\x09b"; the options are --zone, --reference, --as, --format, --null, --max-length, --threads, --default-scheme, --color, --help and --version
! usage: everyuri [...]
! see [...]
? 2

# an option that is none of the program's own
$ everyuri --nothing
! everyuri: unknown option "--nothing"; the options are --help, --version and --trurl
! usage: everyuri [...]
! see [...]
? 2

# --version and help take nothing else, and no command of another name
$ everyuri --version x; everyuri help nothing
! everyuri: version: --version takes no arguments
! usage: everyuri [...]
! see [...]
! everyuri: help: unknown command "nothing"; the commands are check, compare, decode, edit, encode, explain, find, get, key, normalize, open, parse, path, plan, query, redact, relate, resolve, same, schemes, serve, stats, template, trurl and wrap
! usage: everyuri [...]
! see [...]
? 2

# standard error that is closed takes nothing, and the status stays
$ everyuri check --nothing x:y 2>&-; echo $?; everyuri check --nothing x:y 2>/dev/full
> 2
? 2

# standard input that is closed cannot be read
$ everyuri check <&-; everyuri check -j 2 <&-; everyuri find <&-
! everyuri: check: standard input: Bad file descriptor
! everyuri: check: standard input: Bad file descriptor
! everyuri: find: standard input: Bad file descriptor
? 2

# nor a directory
$ everyuri check <.; everyuri check -j 2 <.; everyuri get -j 2 <.
! everyuri: check: standard input: Is a directory
! everyuri: check: standard input: Is a directory
! everyuri: get: standard input: Is a directory
? 2

# every command takes an empty argument and an empty line, and complains of nothing but them
$ for c in parse check compare explain plan schemes normalize edit encode decode query path template redact key stats wrap get open; do everyuri $c ''; echo | everyuri $c; done 2>&1 >/dev/null | grep -v '^everyuri: [a-z]*: \(argument\|line\) 1: byte 0: '
? 1
