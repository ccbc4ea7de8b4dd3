; The command line's own rules: items, -0, --max-length, exit status, standard error.

# contract cmd.items: with no URI arguments, items come one a line from standard input
$ everyuri parse --get '{host}'
< http://a/
< http://b/
> a
> b

# with URI arguments, standard input is not read
$ everyuri parse --get '{host}' http://a/
< http://b/
> a

# contract cmd.order: streaming: a line is answered before the next one is there
$ { echo http://a/; sleep 2; echo late >&2; } | everyuri parse --get '{host}' | { read line; echo "$line" >&2; cat >/dev/null; }
! a
! late

# contract cmd.items: a line loses its newline and one CR before that
$ printf 'http://a/\r\n' | everyuri parse --format json
> {"uri":"http://a/","standard":"rfc3986","valid":true,"scheme":"http","host":"a","path":"/","host_kind":"name"}

# only one CR
$ printf 'http://a/\r\r\n' | everyuri check | tr '\r' '@'
> invalid	rfc3986	9	[...]	[...]	http://a/@

# a line keeps all other white space
$ printf ' http://a/\n' | everyuri check
> invalid	rfc3986	0	[...]	[...]	 http://a/
? 1

# a CR is taken off before a newline only, not at the end of the input
$ printf 'http://a/\r' | everyuri check | tr '\r' '@'
> invalid	rfc3986	9	[...]	[...]	http://a/@

# contract cmd.items: an empty line is an item
$ printf '\nhttp://a/\n' | everyuri check
> invalid	rfc3986	0	[...]	[...]	
> valid	rfc3986	http://a/
? 1

# a last line without a newline counts
$ printf 'http://a/\nhttp://b/' | everyuri parse --get '{host}'
> a
> b

# no input, no items
$ everyuri check </dev/null

# contract cmd.items: with -0 items end in NUL, and so do output items
$ printf 'http://a/\0http://b/\0' | everyuri parse -0 --get '{host}' | tr '\0' '@'; echo
> a@b@

# with -0 nothing but the NUL is taken off
$ printf 'http://a/\r\n\0http://b/\r\0' | everyuri check -0 | tr '\0\r\n' '@RN'; echo
> invalid	rfc3986	9	[...]	[...]	http://a/RN@invalid	rfc3986	9	[...]	[...]	http://b/R@

# with -0 a last item without a NUL counts, and two NULs have an empty item between them
$ printf 'http://a/\0\0http://b/' | everyuri parse -0 --get '{host}' | tr '\0' '@'; echo
> a@@b@
! everyuri: parse: item 2: byte 0: [...]

# with -0 each JSON object ends in NUL
$ everyuri check -0 --format json http://a/ http://b/ | tr '\0' '@'; echo
> {"uri":"http://a/","standard":"rfc3986","valid":true}@{"uri":"http://b/","standard":"rfc3986","valid":true}@

# with -0 each tsv row ends in NUL
$ everyuri check -0 --format tsv http://a/ | tr '\0' '@'; echo
> uri	standard	verdict	at	clause	message@http://a/	rfc3986	valid	\N	\N	\N@

# with -0 each check line ends in NUL
$ everyuri check -0 http://a/ http://b/ | tr '\0' '@'; echo
> valid	rfc3986	http://a/@valid	rfc3986	http://b/@

# with -0 each result ends in NUL
$ everyuri normalize -0 HTTP://a/ HTTP://b/ | tr '\0' '@'; echo
> http://a/@http://b/@

# with -0 a text item of parse is its lines, then NUL instead of the empty line
$ everyuri parse -0 x:y x:z | tr '\0' '@'; echo
> uri	x:y
> standard	rfc3986
> valid	true
> scheme	x
> path	y
> @uri	x:z
> standard	rfc3986
> valid	true
> scheme	x
> path	z
> @

# --null is -0
$ everyuri encode --null a | tr '\0' '@'; echo
> a@

# contract cmd.length: --max-length bounds an item, which is answered "too long" in its place
$ everyuri check --max-length 9
< http://a/
< http://abc/
< http://b/
> valid	rfc3986	http://a/
> invalid	rfc3986	9		too long	http://abc/
> valid	rfc3986	http://b/
? 1

# the CR that is taken off does not count for --max-length
$ printf 'http://a/\r\nhttp://b/\n' | everyuri check --max-length 9
> valid	rfc3986	http://a/
> valid	rfc3986	http://b/

# --max-length holds for arguments too
$ everyuri check --max-length 9 http://abc/
> invalid	rfc3986	9		too long	http://abc/
? 1

# --max-length is 16 MiB unless given: such an item is read
$ { printf 'http://h/'; head -c 16777207 /dev/zero | tr '\0' a; echo; } | everyuri check | wc -c
> 16777231

# one byte more is too long, and prints its first 64 bytes
$ { printf 'http://h/'; head -c 16777208 /dev/zero | tr '\0' a; echo; echo http://b/; } | everyuri check
> invalid	rfc3986	16777216		too long	http://h/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
> valid	rfc3986	http://b/
? 1

# contract cmd.length: a too long item is in JSON its first 64 bytes as uri, "cut":true and the error
$ everyuri parse --format json --max-length 70
< http://h/2345678901234567890123456789012345678901234567890123456789012345678901234567890
> {"uri":"http://h/2345678901234567890123456789012345678901234567890123456","cut":true,"standard":"rfc3986","valid":false,"error":{"at":70,"clause":"","message":"too long"}}
? 1

# THREATS C11: a too long item does not shift or stop the others, nor does its line number get lost
$ { printf 'http://h/'; head -c 400000 /dev/zero | tr '\0' a; echo; echo ':'; echo http://b/; } | everyuri parse --max-length 300000 --get '{host}'
> 
> 
> b
! everyuri: parse: line 1: byte 300000: too long
! everyuri: parse: line 2: byte 0: [...]
? 1

# a too long item is skipped in constant memory
$ (ulimit -v 100000; { head -c 300000000 /dev/zero | tr '\0' a; echo; echo http://b/; } | everyuri check --max-length 1000000)
> invalid	rfc3986	1000000		too long	aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
> valid	rfc3986	http://b/
? 1

# contract cmd.order: memory is bounded by the longest item: a long input takes little
$ (ulimit -v 100000; yes http://a.example/some/path | head -n 3000000 | everyuri parse --format json | tail -n 1)
> {"uri":"http://a.example/some/path","standard":"rfc3986","valid":true,"scheme":"http","host":"a.example","path":"/some/path","host_kind":"name"}

# contract cmd.order: one answer per item, in order, bad ones included
$ everyuri parse --get '{host}' http://a/ ':' http://c/
> a
> 
> c
! everyuri: parse: argument 2: byte 0: [...]
? 1

# contract cmd.order: -j N: the answers are the same, in the same order
$ awk 'BEGIN { for (i = 0; i < 200000; i++) print "http://h" i "/" (i % 1000 ? "" : " ") }' >$TMPDIR/many
$ everyuri parse --format json -j 4 <$TMPDIR/many >$TMPDIR/four; echo $?
$ everyuri parse --format json <$TMPDIR/many >$TMPDIR/one; echo $?
$ cmp $TMPDIR/one $TMPDIR/four && wc -l <$TMPDIR/four
> 1
> 1
> 200000

# contract cmd.stderr: -j N: so are the complaints
$ awk 'BEGIN { for (i = 0; i < 200000; i++) print "http://h" i "/" (i % 1000 ? "" : " ") }' >$TMPDIR/many
$ everyuri parse --get '{host}' -j4 <$TMPDIR/many 2>&1 >/dev/null | cut -d : -f 3 | head -n 3
> [...]line 1
> [...]line 1001
> [...]line 2001
