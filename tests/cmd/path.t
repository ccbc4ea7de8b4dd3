; everyuri path

# RFC 8089 2: a path becomes a URI, a relative one does not
$ everyuri path /etc/motd '/a b' x/y
> file:///etc/motd
> file:///a%20b
> 
! everyuri: path: argument 3: byte 0: [...]
? 1

# who gives a URI without --from-uri hears of it
$ everyuri path file:///etc/motd; everyuri path --os windows file:///C:/a
> 
> 
! everyuri: path: argument 1: byte 0: this is a URI, not an absolute path; use --from-uri to convert it [...]
! everyuri: path: argument 1: byte [...]: this is a URI, not an absolute path; use --from-uri to convert it [...]
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
! everyuri: path: --os: unknown system "dos"; the systems are posix, windows and vms
! usage: everyuri path [...]
! see 'everyuri help path'
! everyuri: path: --from-uri and --to-uri cannot be used together
! usage: everyuri path [...]
! see 'everyuri help path'
? 2

# RFC 1630, mapping schemes: names of any system, there and back
$ everyuri path --mapping mac --prefix x-mac://h 'Disk:My Folder:a/b' ''; everyuri path --mapping mac --prefix x-mac://h --from-uri x-mac://h/Disk/My%20Folder/a%2Fb x-mac://h/
> x-mac://h/Disk/My%20Folder/a%2Fb
> x-mac://h/
> Disk:My Folder:a/b
> 

# components that a reader would remove keep a mark; nothing else may have one
$ everyuri path --mapping unix --prefix x-unix: ../a /./b //c; everyuri path --mapping unix --prefix x-unix: --from-uri x-unix:=../a x-unix:../a x-unix:=a
> x-unix:=../a
> x-unix:/=./b
> x-unix:=//c
> ../a
> 
> 
! everyuri: path: argument 2: byte 7: [...] (RFC 1630, mapping schemes)
! everyuri: path: argument 3: byte 7: [...] (RFC 1630, mapping schemes)
? 1

# binary names: hexadecimal and base64
$ printf 'a\377' | everyuri path --mapping hex --prefix urn:x:; printf 'a\377' | everyuri path --mapping base64 --prefix urn:x:; everyuri path --mapping hex --prefix urn:x: --from-uri --format json urn:x:61FF
> urn:x:61FF
> urn:x:Yf8
> {"uri":"urn:x:61FF","standard":"rfc3986","valid":true,"result":"a�","result_octets":"Yf8="}

# VMS names behind a prefix of their own
$ everyuri path --mapping vms --prefix x-vms://host 'DISK$USER:[MY.NOTES]NOTE123456.TXT'; everyuri path --mapping vms --prefix x-vms://host --from-uri 'x-vms://host/disk$user/my/notes/note123456.txt'
> x-vms://host/disk$user/my/notes/note123456.txt
> DISK$USER:[MY.NOTES]NOTE123456.TXT

# a mapping that is made on the line
$ everyuri path --mapping 'mapping multics separator=>' --prefix x-m: '>udd>a.b'; everyuri path --mapping 'mapping bang separator=! order=reversed' --prefix x-uucp:/ 'a!b!c'
> x-m:/udd/a.b
> x-uucp:/c/b/a

# the URI is valid under the standard of --as; a bad prefix is told for each name
$ everyuri path --as rfc1738 --mapping octets --prefix x-n: '~a'; everyuri path --mapping octets --prefix x-n a
> x-n:%7Ea
> 
! everyuri: path: argument 1: byte 0: a prefix must begin with a scheme and a colon (RFC 1630, mapping schemes)
? 1

# --mapping and --prefix must be used together, and exclude --os
$ everyuri path --mapping mac /a; everyuri path --prefix x: /a; everyuri path --os vms --mapping mac --prefix x: /a; everyuri path --mapping windows --prefix x: /a; everyuri path --mapping 'mapping a order=back' --prefix x: /a
! everyuri: path: --mapping and --prefix must be used together
! usage: everyuri path [...]
! see 'everyuri help path'
! everyuri: path: --mapping and --prefix must be used together
! usage: everyuri path [...]
! see 'everyuri help path'
! everyuri: path: --os and --mapping cannot be used together
! usage: everyuri path [...]
! see 'everyuri help path'
! everyuri: path: --mapping: unknown mapping "windows"; the mappings are octets, unix, dos, mac, vms, dotted, domain, hex, base64 and mapping NAME ...
! usage: everyuri path [...]
! see 'everyuri help path'
! everyuri: path: --mapping: "mapping a order=back" order must be as-is or reversed
! usage: everyuri path [...]
! see 'everyuri help path'
? 2

# Windows: extended-length paths on request, names of devices with a warning, drives as editors write them
$ for p in '--extended \\?\C:\x' '--extended \\?\UNC\s\x' '\\?\C:\x' 'C:\a\nul.txt' '--from-uri file:///c:/COM1' '--from-uri file:///c%3A/com0' '--from-uri file://///s/x'; do everyuri path --os windows $p; done; true
> file:///C:/x
> file://s/x
> 
> file:///C:/a/nul.txt
> c:\COM1
> c:\com0
> \\s\x
! everyuri: path: argument 1: byte 2: a device path cannot become a file URI (RFC 8089 appendix E)
! everyuri: path: argument 1: warning: "nul.txt" is a device on Windows, not a file
! everyuri: path: argument 1: warning: "COM1" is a device on Windows, not a file

# an extended-length path that would name another file without its prefix
$ everyuri path --os windows --extended '\\?\C:\x.' '\\?\C:\a \x' '\\?\C:/x'; everyuri path --extended /a 2>&1 | head -n 1
> 
> 
> 
> everyuri: path: --extended needs --os windows
! everyuri: path: argument 1: byte 8: without the prefix, this would name another file (RFC 8089 appendix E)
! everyuri: path: argument 2: byte 8: without the prefix, this would name another file (RFC 8089 appendix E)
! everyuri: path: argument 3: byte 6: without the prefix, this would name another file (RFC 8089 appendix E)
