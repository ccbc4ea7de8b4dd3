; everyuri schemes

# names are answered in the order of the arguments, in either case
$ everyuri schemes URN ftp file
> urn                opaque      plan        RFC 8141
> ftp          21    host        plan, lists RFC 1738 3.2
> file               local       plan, lists RFC 1738 3.10, RFC 8089

# JSON: all that is known of a scheme
$ everyuri schemes --format json ftp afs
> {"scheme":"ftp","port":21,"kind":"host","clause":"RFC 1738 3.2","plan":true,"lists":true,"persistent":false,"unique":false,"location_independent":false,"scope":"world","media_type":"the name's suffix","by":"everyuri","iana":"permanent"}
> {"scheme":"afs","kind":"local","clause":"draft of 1993, afsaddress","plan":true,"lists":true,"persistent":false,"unique":false,"location_independent":true,"scope":"the cells of AFS","media_type":"the name's suffix","by":"everyuri","iana":"provisional"}

# tsv has a header
$ everyuri schemes --format tsv urn
> scheme	port	kind	clause	plan	reason	lists	persistent	unique	location_independent	scope	media_type	by	iana
> urn	\N	opaque	RFC 8141	true	\N	false	true	true	true	world	the object that the resolver refers to	everyuri	permanent

# without names: all that have a row, sorted; --all adds what is known by name alone
$ everyuri schemes | cut -d ' ' -f 1 | LC_ALL=C sort -c && everyuri schemes | grep -c '^http '
> 1
$ everyuri schemes | grep -c '^xmlrpc.beep '
> 0
$ everyuri schemes --all | grep '^xmlrpc.beep '
> xmlrpc.beep  602   -           -           only the name is known

# a name that IANA knows needs no --all; one that nobody knows is exit status 1
$ everyuri schemes --format json xmlrpc.beep nosuch
> {"scheme":"xmlrpc.beep","port":602,"plan":false,"reason":"only the name is known","by":"name alone","iana":"permanent"}
> {"scheme":"nosuch","plan":false,"reason":"unknown scheme"}
? 1

# schemes of the configuration are among them, with a warning where the name is neither x- nor IANA's
$ everyuri schemes --format json --set 'scheme x-f port=79' --set 'step x-f connect' --set 'scheme mine kind=opaque names=unique scope="our house"' x-f mine
> {"scheme":"x-f","port":79,"kind":"host","plan":true,"lists":false,"persistent":false,"unique":false,"location_independent":false,"by":"configuration"}
> {"scheme":"mine","kind":"opaque","plan":false,"reason":"no step is configured","lists":false,"persistent":false,"unique":true,"location_independent":false,"scope":"our house","by":"configuration","warning":"neither registered with IANA nor a name that begins with x-"}

# a scheme of the configuration replaces a built-in one, but never urn
$ everyuri schemes --format json --set 'scheme ftp port=2121' ftp
> {"scheme":"ftp","port":2121,"kind":"host","plan":false,"reason":"no step is configured","lists":false,"persistent":false,"unique":false,"location_independent":false,"by":"configuration","iana":"permanent"}
$ everyuri schemes --set 'scheme urn kind=opaque' urn
! everyuri: schemes: --scheme: byte 0: scheme urn cannot be redefined: configure a resolver
! usage: everyuri [...]
! see [...]
? 2

# gateways and resolvers are told; a gateway is a way also for a scheme without a plan
$ everyuri schemes --format json --set 'gateway xmlrpc.beep http://a.example/{+uri}' --set 'gateway xmlrpc.beep http://b.example/{+uri}' --set 'resolver isbn http://c.example/{isbn}' xmlrpc.beep urn
> {"scheme":"xmlrpc.beep","port":602,"plan":false,"by":"configuration","iana":"permanent","gateways":["http://a.example/{+uri}","http://b.example/{+uri}"]}
> {"scheme":"urn","kind":"opaque","clause":"RFC 8141","plan":true,"lists":false,"persistent":true,"unique":true,"location_independent":true,"scope":"world","media_type":"the object that the resolver refers to","by":"everyuri","iana":"permanent","resolvers":["isbn"]}
$ everyuri schemes --set 'gateway ftp http://a.example/{+uri}' ftp
> ftp          21    host        gateway     RFC 1738 3.2

# the shipped resolvers are read by --config alone
$ everyuri plan urn:isbn:0-395-36341-1
> 
! everyuri: plan: argument 1: byte 4: no resolver is configured for this namespace (RFC 8141)
$ everyuri plan --config share/resolvers.conf urn:isbn:0-395-36341-1 urn:ietf:rfc:2648 urn:nbn:fi-fe2017
> refer      https://openlibrary.org/isbn/0395363411 https://search.worldcat.org/search?q=bn:0395363411
> 
> refer      https://www.rfc-editor.org/rfc/rfc2648
> 
> refer      https://urn.fi/urn:nbn:fi-fe2017
> 

# plan: a scheme of the user's, by steps and by gateways
$ everyuri plan --set 'scheme x-finger port=79 query=forbidden' --set 'step x-finger connect' --set 'step x-finger line {name}' --set 'step x-finger receive close' x-finger://h/ann%20b
> connect    h port 79 transport tcp
> send       "ann b"
> receive    until close
> 
$ everyuri plan --set 'gateway x-note https://notes.example/{name}' --set 'gateway x-note https://copy.example/?note={name}' x-note:7/a%20b
> refer      https://notes.example/7%2Fa%20b https://copy.example/?note=7%2Fa%20b
> 

# a line that is wrong is shown by its byte
$ everyuri plan --set 'step x-a connect tcp' x-a:b
! everyuri: plan: --step: byte 12: [...]
! usage: everyuri [...]
! see [...]
? 2
$ everyuri plan --set 'gateway x-a http://h{uri}' x-a:b
! everyuri: plan: --gateway: byte 13: [...]
! usage: everyuri [...]
! see [...]
? 2

# names are sorted in either case, and told in every shape
$ everyuri schemes --set 'scheme X-B kind=opaque' --set 'scheme x-a kind=interactive' --set 'gateway x-c http://h/{+uri}' | grep -i x-; everyuri schemes --set 'scheme x-b kind=opaque' --format tsv X-B nothing dns http | cut -f 1-5,7,13-14
> x-a                interactive -           no step is configured
> X-B                opaque      -           no step is configured
> x-c                -           gateway     configuration
> scheme	port	kind	clause	plan	lists	by	iana
> x-b	\N	opaque	\N	false	false	configuration	\N
> nothing	\N	\N	\N	false	\N	\N	\N
> dns	53	\N	\N	false	\N	name alone	permanent
> http	80	host	RFC 1738 3.3	true	false	everyuri	permanent
