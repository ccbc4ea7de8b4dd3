; everyuri relate

# contract cmd.relate: gives the shortest partial form
$ everyuri relate --base http://a/b/c/d http://a/b/g http://z/ x:y
> ../g
> //z/
> x:y

# contract cmd.relate: gives gopher a partial form only with --loose
$ everyuri relate --as rfc1630 --base gopher://h/11/a gopher://h/11/b; everyuri relate --loose --as rfc1630 --base gopher://h/11/a gopher://h/11/b
> gopher://h/11/b
> b

# relate wants full forms
$ everyuri relate --base http://a/ ../x
> 
! everyuri: relate: argument 1: byte 0: [...]
? 1
