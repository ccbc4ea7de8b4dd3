; everyuri normalize

# contract cmd.normalize: level syntax is the default
$ everyuri normalize HTTP://H:80/%7e/a/../b
> http://h:80/~/b

# contract cmd.normalize: simple leaves the text, scheme goes further
$ everyuri normalize --level simple HTTP://H:80/%7e/a/../b; everyuri normalize --level scheme HTTP://H:80/%7e/a/../b
> HTTP://H:80/%7e/a/../b
> http://h/~/b

# another level is a usage error
$ everyuri normalize --level most x:y
! everyuri: normalize: --level: unknown level "most"; the levels are simple, syntax and scheme
! usage: everyuri normalize [...]
! see 'everyuri help normalize'
? 2

# normalize under rfc1630: the encoding level with lower-case scheme and host
$ everyuri normalize --as rfc1630 HTTP://H/a%2Db%2Fc; everyuri normalize --as rfc1630 --level simple HTTP://H/a%2Db
> http://h/a-b%2Fc
> HTTP://H/a%2Db

# normalize --uri and --iri read by rfc3987, and take each other's output
$ everyuri normalize --format json --uri 'http://ü.de/é?ö#ä' | sed 's/"uri":"[^"]*",//'; everyuri normalize --iri --uri http://a/; everyuri normalize --as rfc1738 --uri http://a/
> {"standard":"rfc3987","valid":true,"result":"http://xn--tda.de/%C3%A9?%C3%B6#%C3%A4"}
! everyuri: normalize: --iri and --uri cannot be used together
! usage: everyuri normalize [...]
! see 'everyuri help normalize'
! everyuri: normalize: --iri and --uri use rfc3987, not rfc1738
! usage: everyuri normalize [...]
! see 'everyuri help normalize'
? 2

# normalize --iri decodes what it may, and at level simple nothing else
$ everyuri normalize --iri --level simple HTTP://h/../%C3%A9%2f%FF 'http://h/%zz'
> HTTP://h/../é%2F%FF
> 
! everyuri: normalize: argument 2: byte 10: [...]
? 1

# of an IRI what the level asks for, and what is no IRI
$ everyuri normalize --as rfc3987 'http://h/é%7e' 'http://h/ ' 
> http://h/é~
> 
! everyuri: normalize: argument 2: byte 9: space must be encoded (RFC 3987 2.2)
? 1

# a host with escapes of more than US-ASCII keeps them: the way back would be to another
$ everyuri normalize --iri --level scheme http://%c3%89b/ HTTP://BÉ..%41/ | tee once; everyuri normalize --iri --level scheme <once; everyuri normalize --uri http://%C3%A9/; everyuri normalize --iri http://%C3%A9/ | everyuri normalize --uri; rm once
> http://%C3%89b/
> http://BÉ..%41/
> http://%C3%89b/
> http://BÉ..%41/
> http://%C3%A9/
> http://%C3%A9/

# normalize --iri under rfc3987, which is what it reads by anyhow
$ everyuri normalize --as rfc3987 --iri http://h/%C3%A9
> http://h/é
