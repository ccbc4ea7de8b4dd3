; everyuri find

# find: one URI a line
$ echo 'See http://a/b, and (ftp://h/x).' | everyuri find
> http://a/b
> ftp://h/x

# find: JSON: uri, file, offset, length, form; file is - for standard input
$ echo 'See <URL:http://a/b> and http://c/d.' | everyuri find --format json
> {"uri":"http://a/b","file":"-","offset":9,"length":10,"form":"angle"}
> {"uri":"http://c/d","file":"-","offset":25,"length":10,"form":"bare"}

# find: tsv: uri file offset length form
$ echo 'See <URL:http://a/b> and http://c/d.' | everyuri find --format tsv
> uri	file	offset	length	form
> http://a/b	-	9	10	angle
> http://c/d	-	25	10	bare

# find: files are named, and searched in order
$ echo 'http://a/' >$TMPDIR/a; echo ' http://b/' >$TMPDIR/b; everyuri find --format tsv $TMPDIR/a $TMPDIR/b | cut -f 1,3-
> uri	offset	length	form
> http://a/	0	9	bare
> http://b/	1	9	bare

# find: the file's name is there
$ cd $TMPDIR; echo 'http://a/' >a; everyuri find --format json a
> {"uri":"http://a/","file":"a","offset":0,"length":9,"form":"bare"}

# find: white space of the wrapping is taken out of uri; offset and length are those of the text
$ printf '<URL:http://a/\n  b>' | everyuri find --format json
> {"uri":"http://a/b","file":"-","offset":5,"length":13,"form":"angle"}

# find: a line break after a hyphen keeps the hyphen and adds "also" with the other reading
$ printf '<URL:http://a/b-\nc>' | everyuri find --format json
> {"uri":"http://a/b-c","file":"-","offset":5,"length":13,"form":"angle","also":"http://a/bc"}

# find: --www and --mail put a scheme before what has none
$ echo 'www.a.example and x@a.example' | everyuri find --www --mail --format tsv
> uri	file	offset	length	form
> http://www.a.example	-	0	13	bare
> mailto:x@a.example	-	18	11	bare

# find: not unless asked, and finding none exits 1
$ echo 'www.a.example and x@a.example' | everyuri find
? 1

# find: --only
$ echo '<http://a/> http://b/' | everyuri find --only angle
> http://a/

# find: --refang, only when asked
$ echo 'hxxp://a[.]example/x' | everyuri find --refang; echo 'hxxp://a[.]example/x' | everyuri find
> http://a.example/x
? 1

# find: with -0 each answer ends in NUL
$ echo 'http://a/ http://b/' | everyuri find -0 | tr '\0' '@'; echo
> http://a/@http://b/@

# find: a file that cannot be read is told, exit status 2, and the others are searched
$ cd $TMPDIR; echo 'http://a/' >a; everyuri find none a
> http://a/
! everyuri: find: none: No such file or directory
? 2

# find: a closed pipe ends it silently
$ yes 'http://a/' | everyuri find | head -n 1
> http://a/

# find: a write error
$ echo 'http://a/' | everyuri find >/dev/full
! everyuri: find: write error: No space left on device
? 2

# find: any bytes are text
$ printf '\377\0http://a/\0' | everyuri find
> http://a/

# find: constant memory
$ (ulimit -v 100000; head -c 300000000 /dev/zero | tr '\0' '<' | everyuri find)
? 1

# find -j: many small files, small ones that are much together, and what is no file
$ mkdir d; for n in $(seq 70); do echo http://h/$n >d/$n; done; everyuri find -j 3 $(seq -f d/%g 70) | tail -n 1; for n in 1 2 3 4 5; do { echo http://h/big$n; head -c 300000 /dev/zero | tr '\0' ' '; } >d/big$n; done; everyuri find -j 2 d/big1 d/big2 d/big3 d/big4 d/big5 d/7; mkfifo d/pipe; (echo http://h/pipe >d/pipe & everyuri find -j 2 d/1 d/pipe d/2; wait); everyuri find -j 2 d d/none d/1; rm -r d
> http://h/70
> http://h/big1
> http://h/big2
> http://h/big3
> http://h/big4
> http://h/big5
> http://h/7
> http://h/1
> http://h/pipe
> http://h/2
> http://h/1
! everyuri: find: d: Is a directory
! everyuri: find: d/none: No such file or directory

# find: a file that is there and cannot be opened: the terminal of who has none
$ echo http://h/ >f; for j in 1 2; do setsid -w everyuri find -j $j /dev/tty f </dev/null 2>&1; echo $?; done; rm f
> everyuri: find: /dev/tty: No such device or address
> http://h/
> 2
> everyuri: find: /dev/tty: No such device or address
> http://h/
> 2

# find: how far it is, where standard error is a terminal; of files whose size is known, and of others
$ echo http://h/ >f; mkfifo p; terminal sh -c 'everyuri find f - none <f >/dev/null'; (echo x >p & terminal sh -c 'everyuri find f p >/dev/null'; wait); rm f p
> everyuri: find: none: No such file or directory

# find: the name of a file need not be UTF-8
$ f=$(printf 'n\377'); echo http://h/ >"$f"; everyuri find --format json "$f"; rm "$f"
> {"uri":"http://h/","file":"n�","file_octets":"bv8=","offset":0,"length":9,"form":"bare"}
