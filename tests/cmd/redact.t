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

# in a bad item a backslash ends no user: whatwg reads smb://DOMAIN\name:p@h with a password
$ everyuri redact --format json 'smb://DOM\u:secret@h/' 'https://DOM\u:secret@h/'
> {"uri":"smb://***@h/","standard":"rfc3986","valid":false,"error":{[...]}}
> {"uri":"https://***@h/","standard":"rfc3986","valid":false,"error":{[...]}}
? 1

# nor is uri shown where whatwg has rewritten it
$ everyuri redact --as whatwg --format json 'smb://DOM\u:secret@h/'
> {"uri":"smb://***@h/","standard":"whatwg","valid":true,"result":"smb://DOM%5Cu:***@h/"}

# in a bad item a user with an "@" does not bare a password with a "/"
$ everyuri redact --format json 'https://me@corp.com:sec/ret@h/'
> {"uri":"https://***@h/","standard":"rfc3986","valid":false,"error":{[...]}}
? 1

# rfc1808 reads a password over a "?": so it is hidden where rfc2396 reads a registry's name
$ everyuri redact --as rfc2396 'http://u:sec?ret@h/' 'http://h:80?a@b' 'http://h:80/?a@b'
> http://u:***@h/
> http://h:***@b
> http://h:80/?a@b

# rfc1738 and rfc1808 read one also where others read a port, a query or nothing
$ everyuri redact 'ftp://ann:12?34@h/x' 'ftp://ann:?pw@h/x' 'ftp://ann?x:pw@h/' 'telnet://ann:12?3@h/'
> ftp://ann:***@h/x
> ftp://ann:***@h/x
> ftp://ann?x:***@h/
> telnet://ann:***@h/

# before the URL Standard writes a "/" into it, or takes its "port" away
$ everyuri redact --as whatwg 'ftp://ann:12?34@h/x' 'ftp://ann:21?34@h/x' 'HTTP://h:80/?a@b'
> ftp://ann:***@h/x
> ftp://ann:***@h/x
> http://h/?a@b

# nor does plan show it in uri
$ everyuri plan --format json 'telnet://ann:12?3@h/'
> {"uri":"telnet://ann:***@h/",[...]
? 1

# in a bad item the slashes may be missing, and a host may be none
$ everyuri redact --format json 'http:u:/sEcReT@h h/' 'http://[::pw#1@h:80/' 'http://my user:?pw@h/'
> {"uri":"http:***@h h/","standard":"rfc3986","valid":false,"error":{[...]}}
> {"uri":"http://***@h:80/","standard":"rfc3986","valid":false,"error":{[...]}}
> {"uri":"http://***@h/","standard":"rfc3986","valid":false,"error":{[...]}}
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
! see 'everyuri help redact'
? 2

# the values of usual names of secrets are hidden, in any of their spellings; other values are not
$ everyuri redact 'http://h/?a=1&accessToken=x&user%5Btoken%5D=y&X-Amz-Signature=z' 'http://h/#access_token=x&state=y' 'jdbc:sqlserver://h:1433;password=p;encrypt=true'
> http://h/?a=1&accessToken=***&user%5Btoken%5D=***&X-Amz-Signature=***
> http://h/#access_token=***&state=y
> jdbc:sqlserver://h:1433;password=***;encrypt=true

# an access token as the user; signatures of more object stores
$ everyuri redact 'https://github_pat_11A@github.com/o/r.git' 'https://ghp_x:x-oauth-basic@github.com/' 'https://ghp@h/' 'https://h/o?temp_url_sig=a&x-oss-signature=b&webhook_token=c&page=2'
> https://***@github.com/o/r.git
> https://***@github.com/
> https://ghp@h/
> https://h/o?temp_url_sig=***&x-oss-signature=***&webhook_token=***&page=2
