; everyuri same

# contract cmd.normalize: prints same or different, and says it with the exit status
$ everyuri same http://h/%41 HTTP://H/A
> same

# different
$ everyuri same http://h/a http://h/b
> different
? 1

# RFC 1630's examples 1 to 3
$ everyuri same --as rfc1630 http://info.cern.ch/albert/bertram/marie-claude http://info.cern.ch/albert/bertram/marie%2Dclaude
$ everyuri same --as rfc1630 http://info.cern.ch/albert/bertram/marie-claude http://info.cern.ch/albert/bertram%2Fmarie-claude
$ everyuri same --as rfc1630 http://info.cern.ch/%as http://info.cern.ch/%as
> same
> different
> 
! everyuri: same: argument 1: byte 22: [...]
? 1

# JSON
$ everyuri same --format json http://h/a http://h/b
> {"a":"http://h/a","b":"http://h/b","standard":"rfc3986","same":false}
? 1

# a default port is the same at level scheme only
$ everyuri same http://h/ http://h:80/; everyuri same --level scheme http://h/ http://h:80/
> different
> same

# without arguments, pairs of lines
$ everyuri same
< http://h/%41
< http://h/A
< x:1
< x:2
> same
> different
? 1

# one URI alone is a usage error
$ everyuri same http://h/
! everyuri: same: [...]
! usage: everyuri same [...]
! see 'everyuri help same'
? 2

# a bad one
$ everyuri same http://h/ ':'
> 
! everyuri: same: argument 2: byte 0: [...]
? 1

# of three the third is a usage error, before any answer
$ everyuri same --format tsv http://H/ http://h/ http://h/a; echo $?; everyuri same --format json http://H/ http://h/
> 2
> {"a":"http://H/","b":"http://h/","standard":"rfc3986","same":true}
! everyuri: same: URIs are compared in pairs, but "http://h/a" has no second URI
! usage: everyuri [...]
! see [...]

# what is bad is told of its side
$ everyuri same --format json 'a b' x:y; echo $?; everyuri same --format json x:y 'a b'; echo $?; everyuri same --format tsv x:y 'a b'; echo $?; everyuri same 'a b' x:y
> {"a":"a b","b":"x:y","standard":"rfc3986","same":false,"error":{"at":1,"clause":"RFC 3986 2.1","message":"space must be encoded"},"which":"a"}
> 1
> {"a":"x:y","b":"a b","standard":"rfc3986","same":false,"error":{"at":1,"clause":"RFC 3986 2.1","message":"space must be encoded"},"which":"b"}
> 1
> a	b	same
> x:y	a b	false
> 1
> 
! everyuri: same: argument 2: byte 1: space must be encoded (RFC 3986 2.1)
! everyuri: same: argument 1: byte 1: space must be encoded (RFC 3986 2.1)
? 1

# octets and what is cut, of either side
$ printf 'x:\377\nx:\377\n' | everyuri same --format json; printf 'x:abcdefg\nx:abcdefh\n' | everyuri same --format json --max-length 5; printf 'x:\377\nx:a\nx:b\nx:abcdefgh\n' | everyuri same --format tsv --max-length 5 2>/dev/null | od -An -c | tr -d ' \n'; echo
> {"a":"x:�","a_octets":"eDr/","b":"x:�","b_octets":"eDr/","standard":"rfc3986","same":false,"error":{"at":2,"clause":"RFC 3986 2.1","message":"non-ASCII byte must be encoded"},"which":"a"}
> {"a":"x:abcdefg","a_cut":true,"b":"x:abcdefh","b_cut":true,"standard":"rfc3986","same":false,"error":{"at":5,"clause":"","message":"too long"},"which":"a"}
> a\tb\tsame\nx:377\tx:a\tfalse\nx:b\tx:abcdefgh\tfalse\n

# in rows
$ everyuri same --format tsv http://H/ http://h/; everyuri same --format csv http://H/ http://h/a | tr -d '\r'
> a	b	same
> http://H/	http://h/	true
> a,b,same
> http://H/,http://h/a,false
