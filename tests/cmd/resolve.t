; everyuri resolve

# contract out.result: one result a line, an empty line for a bad input and one line on standard error
$ everyuri resolve --base http://a/b/c/d ../g 'a b' g
> http://a/b/g
> 
> http://a/b/c/g
! everyuri: resolve: argument 2: byte 1: [...]
? 1

# contract out.result: JSON: uri, standard, valid, result
$ everyuri resolve --base http://a/b/c/d --format json ../g
> {"uri":"../g","standard":"rfc3986","valid":true,"result":"http://a/b/g"}

# contract cmd.stderr: JSON: error without result, and nothing on standard error
$ everyuri resolve --base http://a/b/c/d --format json 'a b'
> {"uri":"a b","standard":"rfc3986","valid":false,"error":{"at":1,"clause":"[...]","message":"[...]"}}
? 1

# contract out.result: tsv: uri valid result
$ everyuri resolve --base http://a/b/c/d --format tsv ../g 'a b'
> uri	valid	result
> ../g	true	http://a/b/g
> a b	false	\N
! everyuri: resolve: argument 2: byte 1: [...]
? 1

# resolve and relate need a base
$ everyuri resolve ../g; everyuri relate http://h/
! everyuri: resolve: missing --base URI
! usage: everyuri resolve [...]
! see 'everyuri help resolve'
! everyuri: relate: missing --base URI
! usage: everyuri relate [...]
! see 'everyuri help relate'
? 2

# which is full
$ everyuri resolve --base ../g x
! everyuri: resolve: --base: byte 0: [...]
! usage: everyuri resolve [...]
! see 'everyuri help resolve'
? 2

# contract cmd.resolve: rfc1738 resolves by rfc1808 and says so
$ everyuri resolve --as rfc1738 --base http://a/b/c/d --format json ../g
> {"uri":"../g","standard":"rfc1738","valid":true,"by":"rfc1808","result":"http://a/b/g"}

# rfc3986 5.4.1: some normal examples
$ everyuri resolve --base 'http://a/b/c/d;p?q' g:h g ./g g/ /g //g '?y' 'g?y' '#s' ';x' '' . .. ../..
> g:h
> http://a/b/c/g
> http://a/b/c/g
> http://a/b/c/g/
> http://a/g
> http://g
> http://a/b/c/d;p?y
> http://a/b/c/g?y
> http://a/b/c/d;p?q#s
> http://a/b/c/;x
> http://a/b/c/d;p?q
> http://a/b/c/
> http://a/b/
> http://a/

# rfc3986 5.4.2: --loose resolves http:g against the base
$ everyuri resolve --base 'http://a/b/c/d;p?q' http:g; everyuri resolve --loose --base 'http://a/b/c/d;p?q' http:g
> http:g
> http://a/b/c/g
