; everyuri path

# RFC 8089 2: a path becomes a URI, a relative one does not
$ everyuri path /etc/motd '/a b' x/y
> file:///etc/motd
> file:///a%20b
> 
! everyuri: path: argument 3: byte 0: [...]
? 1

# and a URI the path again
$ everyuri path --from-uri file:///a%20b file:/c file://h/a 'file:///a%2Fb' http://h/
> /a b
> /c
> 
> 
> 
! everyuri: path: argument 3: byte 7: [...]
! everyuri: path: argument 4: byte 9: [...]
! everyuri: path: argument 5: byte 0: [...]
? 1

# RFC 8089 appendix E: Windows, both ways
$ everyuri path --os windows 'C:\a b' '\\server\share\c'; everyuri path --os windows --from-uri file:///C:/a%20b file://server/share/c
> file:///C:/a%20b
> file://server/share/c
> C:\a b
> \\server\share\c

# RFC 1738 3.10: VMS
$ everyuri path --os vms 'VMS.HOST.EDU::DISK$USER:[MY.NOTES]NOTE123456.TXT'; everyuri path --os vms --from-uri 'file://vms.host.edu/disk$user/my/notes/note123456.txt'
> file://vms.host.edu/disk$user/my/notes/note123456.txt
> VMS.HOST.EDU::DISK$USER:[MY.NOTES]NOTE123456.TXT

# JSON and tsv
$ everyuri path --format json /a b; everyuri path --from-uri --format json file:///%FF; everyuri path --format tsv /a b
> {"uri":"/a","standard":"rfc3986","valid":true,"result":"file:///a"}
> {"uri":"b","standard":"rfc3986","valid":false,"error":{"at":0,"clause":"RFC 8089 2","message":"[...]"}}
> {"uri":"file:///%FF","standard":"rfc3986","valid":true,"result":"/�","result_octets":"L/8="}
> uri	valid	result
> /a	true	file:///a
> b	false	\N
! everyuri: path: argument 2: byte 0: [...]
? 1

# a line feed in a path needs -0 or another format
$ everyuri path --from-uri file:///a%0Ab; everyuri path -0 --from-uri file:///a%0Ab | od -An -c; everyuri path --from-uri --format json file:///a%0Ab
> 
>    /   a  \n   b  \0
> {"uri":"file:///a%0Ab","standard":"rfc3986","valid":true,"result":"/a\nb"}
! everyuri: path: argument 1: byte 0: [...]

# the URI is read by the standard of --as
$ everyuri path --from-uri --as rfc1738 file://localhost/a
> /a

# --os takes three names; the two ways exclude each other
$ everyuri path --os dos /a; everyuri path --to-uri --from-uri /a
! everyuri: path: --os: "dos" is not posix, windows or vms
! usage: everyuri path [...]
! everyuri: path: --from-uri and --to-uri exclude each other
! usage: everyuri path [...]
? 2
