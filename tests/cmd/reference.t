; partial forms and bare hosts on the command line

# --reference: edit, query, normalize and check take partial forms
$ everyuri edit --reference --set query=y --append path=b '/a?x=1' a //h/p http://h/; everyuri query --reference '/a?x=1&y=%20'; everyuri normalize --reference '/%7ea?x=%2f' ./b:c; everyuri check --reference /a 'a b'
> /a/b?y
> a/b?y
> //h/p/b?y
> http://h/b?y
> x	1
> y	 
> 
> /~a?x=%2F
> ./b:c
> valid	rfc3986	/a
> invalid	rfc3986	1	RFC 3986 2.1	space must be encoded	a b
? 1

# without it they are refused, and what a change would make another form of is, too
$ everyuri edit --set query=y /a; everyuri edit --reference --set path=b:c a; everyuri normalize --uri --reference a 2>&1 | head -n 1
> 
> 
> everyuri: normalize: --reference cannot be used with --iri or --uri
! everyuri: edit: argument 1: byte 0: [...]
! everyuri: edit: argument 1: --set path: byte [...]

# a host and a port are not a scheme and a path; a registered scheme stays
$ everyuri parse --default-scheme http --format tsv localhost:3000 example.com:8080/x?y tel:911 h:999999 a:b 1.2.3.4:80 | cut -f 1,5,8,9,10
> uri	scheme	host	port	path
> localhost:3000	http	localhost	3000	
> example.com:8080/x?y	http	example.com	8080	/x
> tel:911	tel	\N	\N	911
> h:999999	h	\N	\N	999999
> a:b	a	\N	\N	b
> 1.2.3.4:80	http	1.2.3.4	80	

# by every command and standard
$ everyuri compare --default-scheme https --as web --format tsv localhost:3000/a; everyuri check --as whatwg --default-scheme http localhost:3000; everyuri resolve --base http://h/ --default-scheme http localhost:3000
> uri	agree	first	accepted_by
> localhost:3000/a	true	\N	rfc3986,whatwg
> valid	whatwg	localhost:3000
> localhost:3000
