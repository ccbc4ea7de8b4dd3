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
