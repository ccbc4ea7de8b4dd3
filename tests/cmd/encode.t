; everyuri encode

# contract cmd.encode: text, not URIs; --part is segment unless given
$ everyuri encode 'a b/c:é'
> a%20b%2Fc:%C3%A9

# --part
$ for p in user password host segment query query-value fragment; do everyuri encode --part $p 'a:/?&='; done
> a%3A%2F%3F&=
> a:%2F%3F&=
> a%3A%2F%3F&=
> a:%2F%3F&=
> a:/?&=
> a:/?%26%3D
> a:/?&=

# another part is a usage error
$ everyuri encode --part middle a
! everyuri: encode: --part: unknown part "middle"; the parts are user, password, host, segment, query, query-value and fragment
! usage: everyuri encode [...]
! see 'everyuri help encode'
? 2

# --plus writes a space as +, and + as %2B
$ everyuri encode --plus --part query-value 'a b+c'
> a+b%2Bc

# but not where no + may stand
$ everyuri encode --as rfc1630 --part fragment --plus 'a b'; everyuri encode --as rfc1738 --part host --plus 'a b'; everyuri encode --as rfc1630 --part user --plus 'a b'; for s in rfc1630 whatwg; do for p in segment query query-value; do everyuri encode --as $s --part $p --plus 'a b'; done; done | uniq
> a%20b
> a%20b
> a+b
> a+b

# a pair stands in a query, where the URL Standard encodes an apostrophe
$ for p in query query-value segment; do everyuri encode --as whatwg --part $p "'"; done
> %27
> %27
> '

# with -0 a newline is data
$ printf 'a\nb\0' | everyuri encode -0 | tr '\0' '@'; echo
> a%0Ab@

# JSON, of text that is not UTF-8
$ printf '\377\n' | everyuri encode --format json
> {"uri":"�","octets":"/w==","standard":"rfc3986","valid":true,"result":"%FF"}

# an empty text is encoded and decoded too
$ everyuri encode ''; everyuri decode ''; everyuri encode --format tsv ''
> 
> 
> uri	valid	result
> 	true	
