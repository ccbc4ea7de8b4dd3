; everyuri query

# pairs in order, duplicates included; no value is told from an empty one, a plus stays
$ everyuri query 'http://h/?q=a%26b&k&k=&q=1+2&%09=' http://h/
> q	a&b
> k	\N
> k	
> q	1+2
> \t	
> 
> 

# JSON
$ everyuri query --format json 'http://h/?k&k=&%ff=%C3%A9' http://h/ 'http://h/?' 'http://h/ '
> {"uri":"http://h/?k&k=&%ff=%C3%A9","standard":"rfc3986","valid":true,"query":"k&k=&%ff=%C3%A9","pairs":[{"key":"k"},{"key":"k","value":""},{"key":"�","key_octets":"/w==","value":"é"}]}
> {"uri":"http://h/","standard":"rfc3986","valid":true,"pairs":[]}
> {"uri":"http://h/?","standard":"rfc3986","valid":true,"query":"","pairs":[]}
> {"uri":"http://h/ ","standard":"rfc3986","valid":false,"error":{"at":9,"clause":"[...]","message":"[...]"}}
? 1

# tsv: one row a pair, one without them for no pairs and for a bad item
$ everyuri query --format tsv 'http://h/?a=1&b&a=2' http://h/ 'http://h/ '
> uri	valid	key	value
> http://h/?a=1&b&a=2	true	a	1
> http://h/?a=1&b&a=2	true	b	\N
> http://h/?a=1&b&a=2	true	a	2
> http://h/	true	\N	\N
> http://h/ 	false	\N	\N
! everyuri: query: argument 3: byte 9: [...]
? 1

# --form reads as URLSearchParams: plus is a space, k is k=, what is not UTF-8 is U+FFFD
$ everyuri query --form 'http://h/?&a=1+2&k&%ff'
> a	1 2
> k	
> �	
> 

# --all lists one key's pairs
$ everyuri query --all a 'http://h/?a=1&b=2&%61=3'
> a	1
> a	3
> 

# --get gives the first value; none is an empty line, and no failure
$ everyuri query --get a 'http://h/?b&a=1&a=2' 'http://h/?b' 'http://h/?a' 'http://h/?a=x%0Ay'
> 1
> 
> 
> x%0Ay

# --get as JSON and tsv: no result where there is none
$ everyuri query --get a --format json 'http://h/?a=' 'http://h/?a'; everyuri query --get a --format tsv 'http://h/?a=' 'http://h/?a'
> {"uri":"http://h/?a=","standard":"rfc3986","valid":true,"result":""}
> {"uri":"http://h/?a","standard":"rfc3986","valid":true}
> uri	valid	result
> http://h/?a=	true	
> http://h/?a	true	\N

# changes in the order given; every other byte stays
$ everyuri query --append 'x=a&b' --append y --set 'a=1 2' --delete b --delete c=3 'http://h/?%7e&a=1&b=2&c=3&c=4&a=5#f'
> http://h/?%7e&a=1%202&c=4&x=a%26b&y#f

# --sort: by the bytes of the decoded keys, stable
$ everyuri query --sort 'http://h/?%62=1&a=2&b=0&a=1'
> http://h/?a=2&a=1&%62=1&b=0

# changes with --form write the whole query anew, and none if it is empty
$ everyuri query --form --set 'a=1 2' 'http://h/?%7e&a=1&b&a=5#f'; everyuri query --form --delete a 'http://h/?a#f'; everyuri query --form --sort 'http://h/?%EE%80%80&%F0%9F%92%A9&a'
> http://h/?%7E=&a=1+2&b=#f
> http://h/#f
> http://h/?a=&%F0%9F%92%A9=&%EE%80%80=

# a query that a standard has not cannot be changed
$ everyuri query --as rfc1738 --append a=b ftp://h/
> 
! everyuri: query: argument 1: byte [...]
? 1

# use only one of --get, --all and the options that change the query
$ everyuri query --get a --sort http://h/
! everyuri: query: use only one of --get, --all and the options that change the query
! usage: everyuri query [...]
! see 'everyuri help query'
? 2

# edit --set-query: the first pair gets the value, the others go
$ everyuri edit --set-query a=2 'http://h/?b&%61=1&a=3' http://h/
> http://h/?b&%61=2
> http://h/?a=2

# its key stays to the byte, whatever stands behind it
$ everyuri edit --set-query a=9 'http://h/p?%61=1&a=2#f' 'http://h/?%61&b'; everyuri edit --set-query a 'http://h/?%61=1&b'; everyuri query --set a=9 'http://h/?%61=1&a=2'
> http://h/p?%61=9#f
> http://h/?%61=9&b
> http://h/?%61&b
> http://h/?%61=9

# a key is that key alone, and may be empty
$ everyuri query --get a 'http://h/?ab=1&a=2'; everyuri query --all '' --format tsv 'http://h/?=1&a=2&='; everyuri query --form --all a 'http://h/?b=1' http://h/
> 2
> uri	valid	key	value
> http://h/?=1&a=2&=	true		1
> http://h/?=1&a=2&=	true		
> 
> 
