; everyuri redact

# the password is hidden always, the rest stays to the byte
$ everyuri redact 'http://u:p@h:80/%7e?a=b#c' http://u@h/
> http://u:***@h:80/%7e?a=b#c
> http://u@h/

# --user, --query, --fragment hide more
$ everyuri redact --user --query k --query t --fragment 'http://u:p@h/?k=1&a=2&T=3#f'
> http://***:***@h/?k=***&a=2&T=***#***

# --all-query hides keys too
$ everyuri redact --all-query 'http://h/?k=1&a#f'
> http://h/?***#f

# a bad item is an empty line, and standard error does not quote it
$ everyuri redact 'http://u:secret@h ost/' http://h/
> 
> http://h/
! everyuri: redact: argument 1: byte 17: [...]
? 1

# JSON: uri is redacted like the result
$ everyuri redact --format json 'http://u:p@h/' 'http://u:p@h ost/'
> {"uri":"http://u:***@h/","standard":"rfc3986","valid":true,"result":"http://u:***@h/"}
> {"uri":"http://***@h ost/","standard":"rfc3986","valid":false,"error":{"at":12,"clause":"[...]","message":"[...]"}}
? 1

# so is uri of tsv
$ everyuri redact --format tsv 'http://u:p@h/' 'http://u:p@h ost/'
> uri	valid	result
> http://u:***@h/	true	http://u:***@h/
> http://***@h ost/	false	\N
! everyuri: redact: argument 2: byte 12: [...]
? 1

# and its octets, where it is not UTF-8
$ printf 'http://u:p@h/\377\n' | everyuri redact --format json
> {"uri":"http://***@h/�","octets":"aHR0cDovLyoqKkBoL/8=","standard":"rfc3986","valid":false,"error":{[...]}}
? 1

# of a too long item nothing is shown
$ everyuri redact --max-length 12 --format json http://u:p@host/
> {"uri":"***","cut":true,"standard":"rfc3986","valid":false,"error":{"at":12,"clause":"","message":"too long"}}
? 1

# --default-scheme: the item is redacted as it was given
$ everyuri redact --format json --default-scheme http 1:p@h/
> {"uri":"1:***@h/","standard":"rfc3986","valid":true,"result":"http://1:***@h/"}

# items from standard input, in threads, keep their order
$ everyuri redact -j 2
< http://u:p@a/
< http://u:p@b/
> http://u:***@a/
> http://u:***@b/

# --query needs a key
$ everyuri redact --query
! everyuri: redact: --query needs a value
! usage: everyuri redact [...]
? 2
