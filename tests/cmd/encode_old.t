; everyuri encode and decode: escapes of the oldest standards, and some bytes only

# RFC 1630, conventional encoding: an escape is a character of ISO Latin-1
$ for s in url1993 uri1994 rfc1630; do everyuri encode --as $s 'é b' ÿ; everyuri decode --as $s '%E9%20b%c3' é; done
> %E9%20b
> %FF
> é bÃ
> é
> %E9%20b
> %FF
> é bÃ
> é
> %E9%20b
> %FF
> é bÃ
> é

# a character that is not in it
$ everyuri encode --as rfc1630 'é€' a "$(printf '\377')"
> 
> a
> 
! everyuri: encode: argument 1: byte 2: character not in ISO Latin-1 (RFC 1630, conventional encoding)
! everyuri: encode: argument 3: byte 0: character not in ISO Latin-1 (RFC 1630, conventional encoding)
? 1

# --also encodes more of an encoded text, nothing twice, and --only takes that back
$ everyuri encode --also "'()" "a'b%27(c)%20"; everyuri decode --only "'()" 'a%27b%27%28c%29%20%25'
> a%27b%27%28c%29%20
> a'b'(c)%20%25

# they take characters of US-ASCII
$ everyuri encode --also é a; everyuri decode --only % a
! everyuri: encode: --also: "é" must have only US-ASCII characters, without "%"
! usage: everyuri encode [OPTION]... [TEXT]...
! see 'everyuri help encode'
! everyuri: decode: --only: "%" must have only US-ASCII characters, without "%"
! usage: everyuri decode [OPTION]... [TEXT]...
! see 'everyuri help decode'
? 2

# --also takes encoded text, even if it adds nothing
$ everyuri encode --also '' 'a%20b'; everyuri encode --also '~' --plus a 2>&1 | head -n 1
> a%20b
> everyuri: encode: --also and --plus cannot be used together
