; everyuri decode

# text
$ everyuri decode a%20b%2Fc
> a b/c

# contract cmd.encode: shows LF and NUL as %0A and %00
$ everyuri decode a%0ab%00c%0dd | tr '\r' '@'
> a%0Ab%00c@d

# unless --raw
$ everyuri decode --raw a%0Ab%00c | tr '\0' '@'
> a
> b@c

# or -0
$ printf 'a%%0Ab%%00c\0' | everyuri decode -0 | tr '\0' '@'; echo
> a
> b@c@

# --plus reads + as a space
$ everyuri decode --plus a+b%2B; everyuri decode a+b%2B
> a b+
> a+b+

# there is no decoding for %as (RFC 1630)
$ everyuri decode %as
> 
! everyuri: decode: argument 1: byte 2: [...]
? 1

# JSON
$ everyuri decode --format json a%0Ab %FF
> {"uri":"a%0Ab","standard":"rfc3986","valid":true,"result":"a\nb"}
> {"uri":"%FF","standard":"rfc3986","valid":true,"result":"�","result_octets":"/w=="}

# on a terminal controls are shown, and raw with --raw
$ terminal everyuri decode %1B[31m; terminal everyuri decode --raw %1B[31m | tr '\033' '@'
> \x1b[31m
> @[31m

# what is too long is refused in every shape
$ everyuri decode --max-length 3 abcdef; everyuri decode --max-length 3 --format json abcdef; everyuri encode --max-length 3 abcdef
> 
> {"uri":"abcdef","cut":true,"standard":"rfc3986","valid":false,"error":{"at":3,"clause":"","message":"too long"}}
> 
! everyuri: decode: argument 1: byte 3: too long
! everyuri: encode: argument 1: byte 3: too long
? 1

# what does not decode is complained of
$ everyuri decode %zz a%41; everyuri decode --format tsv %zz
> 
> aA
> uri	valid	result
> %zz	false	\N
! everyuri: decode: argument 1: byte 1: "%" must be followed by two hexadecimal digits (RFC 3986 2.1)
! everyuri: decode: argument 1: byte 1: "%" must be followed by two hexadecimal digits (RFC 3986 2.1)
? 1
