; everyuri edit

# contract cmd.edit: every byte that was not named stays as it was
$ everyuri edit --set host=b HTTP://a:080/%7e/../x?%41#F
> HTTP://b:080/%7e/../x?%41#F

# changes are carried out in the order given
$ everyuri edit --append path=a --append path=b --set query= --append query=k=v --append query=k x://h
> x://h/a/b?k=v&k

# --delete
$ everyuri edit --delete query --delete fragment --delete port 'http://h:1/a?q#f'
> http://h/a

# --delete-query takes every pair whose decoded key this is
$ everyuri edit --delete-query k 'http://h/?k=1&a&%6B=2&k&kk=3'
> http://h/?a&kk=3

# --sort-query is stable
$ everyuri edit --sort-query 'http://h/?b=2&a=1&b=1&a'
> http://h/?a=1&a&b=2&b=1

# --append query=K=V keeps further = in the value
$ everyuri edit --append query=k=a=b http://h/?x
> http://h/?x&k=a=b

# a value that cannot stand in its part is an error; with --encode it is encoded
$ everyuri edit --set fragment='a b' http://h/; everyuri edit --encode --set fragment='a b' http://h/
> 
> http://h/#a%20b
! everyuri: edit: argument 1: --set fragment: byte 1: space must be encoded (RFC 3986 2.1); use --encode to encode it

# a password without a user is refused
$ everyuri edit --set password=p http://h/
> 
! everyuri: edit: argument 1: --set password: byte 0: a password needs a user (RFC 3986 5.3)
? 1

# a part that is none is a usage error
$ everyuri edit --set hots=h http://h/
! everyuri: edit: --set: unknown part "hots"; did you mean "host"? the parts are scheme, user, password, host, port, path, query and fragment
! usage: everyuri edit [...]
! see 'everyuri help edit'
? 2

# JSON
$ everyuri edit --format json --set path=/x http://h/
> {"uri":"http://h/","standard":"rfc3986","valid":true,"result":"http://h/x"}

# what is appended is a segment or a pair
$ for o in '--append x' '--append host=a' '--append what=a' '--set x' '--set what=a' '--delete what'; do everyuri edit $o x:y; done 2>&1 | grep -v '^usage\|^see '
> everyuri: edit: --append: "x" is not path=SEGMENT, query=KEY=VALUE or query=KEY
> everyuri: edit: --append: "host=a" is not path=SEGMENT, query=KEY=VALUE or query=KEY
> everyuri: edit: --append: "what=a" is not path=SEGMENT, query=KEY=VALUE or query=KEY
> everyuri: edit: --set: "x" is not PART=VALUE
> everyuri: edit: --set: unknown part "what"; the parts are scheme, user, password, host, port, path, query and fragment
> everyuri: edit: --delete: unknown part "what"; the parts are scheme, user, password, host, port, path, query and fragment

# edit and query: more changes than there is room for at first
$ everyuri edit $(for n in 1 2 3 4 5 6 7 8 9 10; do echo "--set-query a$n=$n"; done) http://h/; everyuri query $(for n in 1 2 3 4 5 6 7 8 9 10; do echo "--append a$n=$n"; done) http://h/; everyuri redact $(for n in 1 2 3 4 5 6 7 8 9 10; do echo "--query a$n"; done) 'http://h/?a9=b&a10=c&a11=d'
> http://h/?a1=1&a2=2&a3=3&a4=4&a5=5&a6=6&a7=7&a8=8&a9=9&a10=10
> http://h/?a1=1&a2=2&a3=3&a4=4&a5=5&a6=6&a7=7&a8=8&a9=9&a10=10
> http://h/?a9=***&a10=***&a11=d

# a wrong value is blamed at the byte that its part cannot have
$ for o in '--set user=joe --set password=p@ss' '--set user=a:b' '--set host=::1' '--set host=a/b' '--set port=80x' '--set query=a#b' '--append path=..' '--append path=.%2e' '--encode --append path=.'; do for s in rfc3986 whatwg; do everyuri edit --as $s $o http://h/a >/dev/null; done; done 2>&1 | cat
> everyuri: edit: argument 1: --set password: byte 1: character not allowed in a password (RFC 3986 3.2); use --encode to encode it
> everyuri: edit: argument 1: --set user: byte 1: character not allowed in a user (RFC 3986 5.3); use --encode to encode it
> everyuri: edit: argument 1: --set host: byte 0: an IPv6 address needs brackets, as in [::1] (RFC 3986 3.2)
> everyuri: edit: argument 1: --set host: byte 0: an IPv6 address needs brackets, as in [::1] (WHATWG 6.1)
> everyuri: edit: argument 1: --set host: byte 1: character not allowed in a host (RFC 3986 5.3); use --encode to encode it
> everyuri: edit: argument 1: --set host: byte 1: character not allowed in a host (WHATWG 6.1)
> everyuri: edit: argument 1: --set port: byte 2: a port must be a number (RFC 3986 3.2)
> everyuri: edit: argument 1: --set port: byte 2: a port must be a number (WHATWG 6.1)
> everyuri: edit: argument 1: --set query: byte 1: character not allowed in a query (RFC 3986 5.3); use --encode to encode it
> everyuri: edit: argument 1: --append path: byte 0: "." and ".." remove segments instead of appending one (RFC 3986 5.3)
> everyuri: edit: argument 1: --append path: byte 0: "." and ".." remove segments instead of appending one (RFC 3986 5.3)
> everyuri: edit: argument 1: --append path: byte 0: "." and ".." remove segments instead of appending one (RFC 3986 5.3); use --encode to encode it
> everyuri: edit: argument 1: --append path: byte 0: "." and ".." remove segments instead of appending one (RFC 3986 5.3); use --encode to encode it
> everyuri: edit: argument 1: --append path: byte 0: "." and ".." remove segments instead of appending one (RFC 3986 5.3)
> everyuri: edit: argument 1: --append path: byte 0: "." and ".." remove segments instead of appending one (RFC 3986 5.3)

# --delete-query with a pattern; escapes are decoded first
$ everyuri edit --delete-query 'utm_*' 'http://h/?utm_source=a&b=1&utm_%6Dedium=c&utm' 'http://h/?utm_x=1#f'; everyuri edit --delete-query '*a*b*' 'http://h/?xxaxbx=1&ab&ba&aXb=2&c'; everyuri edit --as whatwg --delete-query '*' 'http://h/?a=1&b'
> http://h/?b=1&utm
> http://h/#f
> http://h/?ba&c
> http://h/

# --delete-tracking: every key of the page, and no other
$ keys=$(everyuri edit --help | sed -n '/^Tracking keys/,/^Exit/p' | sed 1,3d | grep -o '[A-Za-z_][A-Za-z_*]*[A-Za-z_*]' | grep -v '^Exit$\|^status$' | tr '*' 'x'); echo $keys | wc -w; everyuri edit --delete-tracking "http://h/?$(printf '%s=1&' $keys)q=1"
> 39
> http://h/?q=1

