; everyuri wrap

# a URI as <URL:...>
$ everyuri wrap http://a/b
> <URL:http://a/b>

# broken over lines, never after a hyphen, and find reads it back
$ everyuri wrap --width 20 http://a.example/some-thing/that-is/rather-long | awk 'length > 20 || /-$/ { print "bad" }'
$ everyuri wrap --width 20 http://a.example/some-thing/that-is/rather-long | everyuri find
> http://a.example/some-thing/that-is/rather-long

# an escape is not cut, nor a character; what only looks like an escape is
$ everyuri wrap --width 10 http://h/%41%42%43 http://h/1%4g1%g11; everyuri wrap --as rfc3987 --width 10 http://h/éééé
> <URL:
> http://h
> /%41%42
> %43>
> 
> <URL:
> http://h
> /éééé>
! everyuri: wrap: argument 2: byte 12: "%" must be followed by two hexadecimal digits (RFC 3986 2.1)

# by the standard of browsers any percent sign may stand; an escape is not cut there, either
$ for w in $(seq 12 40); do everyuri wrap --as whatwg --width $w 'http://h/%zz%4z%a%%41%4%zz%4z%a%%41%4%' | awk -v w=$w 'length > w { print "long" } { t = t $0 } END { print t }'; done | sort | uniq -c | tr -s ' '
>  29 <URL:http://h/%zz%4z%a%%41%4%zz%4z%a%%41%4%>
$ everyuri wrap --as whatwg --width 14 'http://h/%zz%4z%a%%41%4%'
> <URL:http://h
> /%zz%4z%a%%41%
> 4%>

# a text without a good place to break is broken anywhere
$ everyuri wrap --width 12 http://h/aaaaaaaaaaaaaaaaaaaaaaaa
> <URL:http://
> h/aaaaaaaaaa
> aaaaaaaaaaaa
> aa>

# a width is a number, and wide enough
$ for w in x 7 0 100000000000; do everyuri wrap --width $w x:y; done 2>&1 | grep -v '^usage\|^see '
> everyuri: wrap: --width: "x" is not a number of bytes from 8 to 1000000
> everyuri: wrap: --width: "7" is not a number of bytes from 8 to 1000000
> everyuri: wrap: --width: "0" is not a number of bytes from 8 to 1000000
> everyuri: wrap: --width: "100000000000" is not a number of bytes from 8 to 1000000

# a NUL is in no line of text
$ printf 'x:a\0b\nx:y\n' | everyuri wrap --as rfc1630 
> 
> <URL:x:y>
! everyuri: wrap: line 1: byte 3: control character must be encoded (RFC 1630, unsafe characters)
? 1

# a percent sign that begins no escape is a sign like others
$ everyuri wrap --as whatwg --width 12 http://h/%4gaaaaaaaaa%zz%4 http://h/aaaaaaaaaaa% http://h/aaaaaaaaaaaa%4
> <URL:http://
> h/%4gaaaaaaa
> aa%zz%4>
> <URL:http://
> h/aaaaaaaaaa
> a%>
> <URL:http://
> h/aaaaaaaaaa
> aa%4>
