; everyuri key

# one key a line, an empty line for a bad item and one line on standard error
$ everyuri key
< HTTP://H.dom/%7e#f
< a b
< x:y
> http://h.dom/~
> 
> x:y
! everyuri: key: line 2: byte 1: [...]
? 1

# JSON: uri, profile, standard, valid, key
$ everyuri key --format json --profile surt http://www.h.dom/A x http://h:80/
> {"uri":"http://www.h.dom/A","profile":"surt/1","valid":true,"key":"dom,h)/a"}
> {"uri":"x","profile":"surt/1","valid":false,"error":{"at":1,"clause":"[...]","message":"[...]"}}
> {"uri":"http://h:80/","profile":"surt/1","valid":true,"key":"h)/"}
? 1

# tsv: uri profile list valid key
$ everyuri key --format tsv --profile rfc3986-scheme/1 http://h:80 'a b'
> uri	profile	list	valid	key
> http://h:80	rfc3986-scheme/1	\N	true	http://h/
> a b	rfc3986-scheme/1	\N	false	\N
! everyuri: key: argument 2: byte 1: [...]
? 1

# --explain in text, and in tsv one row a step
$ everyuri key --profile rfc3986-syntax --explain HTTP://h/; everyuri key --profile rfc3986-simple --explain --format tsv x:y#z 'a b'
> uri	HTTP://h/
> profile	rfc3986-syntax/1
> steps.fragment	HTTP://h/
> steps.case	http://h/
> steps.escapes	http://h/
> steps.dot-segments	http://h/
> key	http://h/
> 
> uri	profile	list	valid	step	clause	text
> x:y#z	rfc3986-simple/1	\N	true	fragment	RFC 3986 6.1	x:y
> a b	rfc3986-simple/1	\N	false	\N	\N	\N
! everyuri: key: argument 2: byte 1: [...]
? 1

# --explain in JSON
$ everyuri key --profile rfc3986-simple --explain --format json x:y#z 'a b'
> {"uri":"x:y#z","profile":"rfc3986-simple/1","standard":"rfc3986","valid":true,"key":"x:y","steps":[{"step":"fragment","clause":"RFC 3986 6.1","text":"x:y"}]}
> {"uri":"a b","profile":"rfc3986-simple/1","standard":"rfc3986","valid":false,"error":{[...]},"steps":[]}
? 1

# -0, too long, --default-scheme
$ printf 'http://b.a/\0x:1234567890123456789\0' | everyuri key --profile surt -0 --max-length 15 | tr '\0' '|'; everyuri key --profile surt --default-scheme http b.a/c; echo
> a,b)/||a,b)/c
> 
! everyuri: key: item 2: byte 15: too long

# the list that is asked for, and its date in the output
$ printf '// VERSION: 2026-01-02\n// ===BEGIN ICANN DOMAINS===\nck\n*.ck\n!www.ck\n' >$TMPDIR/list; everyuri key --profile domain --suffix-list $TMPDIR/list --format json http://a.b.c.ck/ http://x.www.ck/ http://b.ck/; everyuri key --profile domain-icann --suffix-list $TMPDIR/list --format tsv http://a.b.c.ck/
> {"uri":"http://a.b.c.ck/","profile":"domain/1","standard":"rfc3986","list":"2026-01-02","valid":true,"key":"b.c.ck"}
> {"uri":"http://x.www.ck/","profile":"domain/1","standard":"rfc3986","list":"2026-01-02","valid":true,"key":"www.ck"}
> {"uri":"http://b.ck/","profile":"domain/1","standard":"rfc3986","list":"2026-01-02","valid":true,"error":{"at":0,"clause":"[...]","message":"the host is a public suffix"}}
> uri	profile	list	valid	key
> http://a.b.c.ck/	domain-icann/1	2026-01-02	true	b.c.ck

# a list without a version is dated by its file
$ printf 'com\n' >$TMPDIR/old; touch -t 202302091200 $TMPDIR/old; everyuri key --profile domain --suffix-list $TMPDIR/old --format tsv http://a.b.com/
> uri	profile	list	valid	key
> http://a.b.com/	domain/1	2023-02-09	true	b.com

# domain reads by the standard that is asked for
$ printf 'com\n' >$TMPDIR/com; everyuri key --profile domain --suffix-list $TMPDIR/com --as rfc1738 ftp://u@h.b.com/ 'ftp://h_b/'
> b.com
> 
! everyuri: key: argument 2: byte 9: [...]
? 1

# --version has the date of the list, if there is one
$ everyuri --version | grep -c '^Public Suffix List: [0-9n]'
> 1

# a list that is not there, or none
$ everyuri key --profile domain --suffix-list /nowhere/list x:y
! everyuri: key: /nowhere/list: [...]
? 2

# or is no list
$ printf 'com\n<html>\n' >$TMPDIR/page; everyuri key --profile domain --suffix-list $TMPDIR/page x:y
! everyuri: key: --suffix-list: [...]: byte 4: [...]
! usage: everyuri key [...]
! see 'everyuri help key'
? 2

# a profile that there is not
$ everyuri key --profile surt/2 x:y
! everyuri: key: --profile: unknown profile "surt/2"; did you mean "surt/1"? the profiles are rfc3986-simple/1, rfc3986-syntax/1, rfc3986-scheme/1, whatwg/1, surt/1, surt-scheme/1, domain/1 and domain-icann/1
! usage: everyuri key [...]
! see 'everyuri help key'
? 2

# a profile's own standard is not another
$ everyuri key --as rfc1738 x:y; everyuri key --profile surt --as rfc3986 x:y
! everyuri: key: profile rfc3986-syntax/1 works only with the standard rfc3986
! usage: everyuri key [...]
! see 'everyuri help key'
! everyuri: key: profile surt/1 uses no standard; remove --as
! usage: everyuri key [...]
! see 'everyuri help key'
? 2

# --explain: JSON and text have the date of the list; what is cut has no steps
$ printf '// VERSION: 7\n// ===BEGIN ICANN DOMAINS===\norg\n// ===END ICANN DOMAINS===\n' >list; everyuri key --profile domain --suffix-list list --explain http://a.b.org/; everyuri key --profile domain --suffix-list list --explain --format json http://a.b.org/; everyuri key --explain --max-length 5 http://h/; everyuri key --explain --max-length 5 --format json http://h/; everyuri key --explain --max-length 5 --format tsv http://h/; rm list
> uri	http://a.b.org/
> profile	domain/1
> list	7
> steps.host	a.b.org
> steps.ASCII	a.b.org
> steps.suffix	org
> steps.domain	b.org
> key	b.org
> 
> {"uri":"http://a.b.org/","profile":"domain/1","standard":"rfc3986","list":"7","valid":true,"key":"b.org","steps":[{"step":"host","clause":"","text":"a.b.org"},{"step":"ASCII","clause":"RFC 5891 5","text":"a.b.org"},{"step":"suffix","clause":"publicsuffix.org, algorithm","text":"org"},{"step":"domain","clause":"publicsuffix.org, algorithm","text":"b.org"}]}
> uri	http://h/
> profile	rfc3986-syntax/1
> 
> {"uri":"http://h/","cut":true,"profile":"rfc3986-syntax/1","standard":"rfc3986","valid":false,"error":{"at":5,"clause":"","message":"too long"}}
> uri	profile	list	valid	step	clause	text
> http://h/	rfc3986-syntax/1	\N	false	\N	\N	\N
! everyuri: key: argument 1: byte 5: too long
! everyuri: key: argument 1: byte 5: too long

# a standard that is not the profile's
$ everyuri key --as rfc3986 --profile whatwg x:y; everyuri key --as whatwg --profile whatwg http://h; everyuri key --as rfc3986 --profile surt x:y
> http://h/
! everyuri: key: profile whatwg/1 works only with the standard whatwg
! usage: everyuri [...]
! see [...]
! everyuri: key: profile surt/1 uses no standard; remove --as
! usage: everyuri [...]
! see [...]
? 2

# a profile that there is not
$ everyuri key --profile nothing x:y
! everyuri: key: --profile: unknown profile "nothing"; the profiles are rfc3986-simple/1, rfc3986-syntax/1, rfc3986-scheme/1, whatwg/1, surt/1, surt-scheme/1, domain/1 and domain-icann/1
! usage: everyuri [...]
! see [...]
? 2
