; --format csv and arrow; tests/table reads them back.

# csv has a line of names, and lines that end in CR LF
$ everyuri parse --format csv http://h/a,b 'file:///' | tr '\r' '@'
> uri,standard,valid,at,scheme,user,password,host,port,path,query,fragment,href@
> "http://h/a,b",rfc3986,true,,http,,,h,,"/a,b",,,@
> file:///,rfc3986,true,,file,,,"",,/,,,@

# an item that is not valid has the byte, and one line on standard error
$ printf 'http://h/\nhttp://"/\n' | everyuri parse --format csv | tail -n 1 | tr '\r' '@'
> "http://""/",rfc3986,false,7,,,,,,,,,@
! everyuri: parse: line 2: byte 7: [...]

# an item that is too long shows its first bytes
$ printf 'http://h/%0100d\n' 1 | everyuri parse --format csv --max-length 70 | tail -n 1 | tr '\r' '@'
> http://h/0000000000000000000000000000000000000000000000000000000,rfc3986,false,70,,,,,,,,,@
! everyuri: parse: line 1: byte 70: too long

# under whatwg csv has the href
$ everyuri parse --as whatwg --format csv HTTP://EX.com | tail -n 1 | tr '\r' '@'
> HTTP://EX.com,whatwg,true,,http,,,ex.com,,/,,,http://ex.com/@

# on a terminal csv shows nothing raw
$ printf 'a:\033b\n' > "$TMPDIR/raw"; terminal sh -c 'everyuri parse --format csv < "$TMPDIR/raw" 2>/dev/null' | tail -n 1 | tr '\r' '@'
> a:\x1bb,rfc3986,false,2,,,,,,,,,[...]

# an Arrow stream begins with the continuation of its schema and ends with an empty one
$ everyuri parse --format arrow http://h/ | od -An -tx1 | tr -d ' \n' | sed 's/^\(ffffffff\).*\(ffffffff00000000\)$/\1 \2/'; echo
> ffffffff ffffffff00000000

# no items, but a schema and an end
$ everyuri parse --format arrow </dev/null | od -An -tx1 | tr -d ' \n' | grep -c '^ffffffff.*ffffffff00000000$'
> 1

# arrow is not for a terminal
$ terminal everyuri parse --format arrow http://h/ | head -n 1
> everyuri: parse: --format arrow writes binary data: redirect it to a file

# a table shows what is given: nothing is resolved, decoded or joined
$ everyuri parse --format csv --base http://h/ x
! everyuri: parse: --format csv and arrow cannot be combined with --base, --decode or --default-scheme
! usage: everyuri parse [OPTION]... [URI]...
! see 'everyuri help parse'
? 2

# rows of a table do not end in NUL
$ everyuri parse --format csv -0 x
! everyuri: parse: -0 cannot be combined with --format csv or arrow
! usage: everyuri parse [OPTION]... [URI]...
! see 'everyuri help parse'
? 2

# the other commands whose rows are tsv have csv too, made of it
$ printf 'http://h/a,b\nHTTP://H\n\n' | everyuri normalize --format csv 2>/dev/null | tr '\r' '@'
> uri,valid,result@
> "http://h/a,b",true,"http://h/a,b"@
> HTTP://H,true,http://h@
> "",false,@

# whatever stood in a field as an escape stands in quotes as itself
$ printf 'a\tb"\\c\n' | everyuri check --format csv | tail -n 1 | cut -d , -f 1,3
> "a	b""\c",invalid

# threads keep the order
$ for n in $(seq 30000); do echo "http://h$n/,"; done > "$TMPDIR/many"; everyuri check --format csv -j 4 < "$TMPDIR/many" > "$TMPDIR/4"; everyuri check --format csv -j 1 < "$TMPDIR/many" | cmp - "$TMPDIR/4" && wc -l < "$TMPDIR/4"
> 30001

# no such rows end in NUL
$ everyuri check --format csv -0 x 2>&1 | head -n 1
> everyuri: check: -0 cannot be combined with --format csv or arrow

# what has no rows has no csv
$ everyuri plan --format csv x 2>&1 | head -n 1
> everyuri: plan: --format: unknown format "csv"; did you mean "tsv"? the formats are text, json and tsv

# their arrow is a stream too, whichever command writes it; find has both
$ for c in check normalize query find; do everyuri $c --format arrow <"$TMPDIR/many" | od -An -tx1 | tr -d ' \n' | grep -c '^ffffffff.*ffffffff00000000$'; done
> 1
> 1
> 1
> 1
$ echo 'http://h/a,b' | everyuri find --format csv | tr '\r' '@'
> uri,file,offset,length,form@
> "http://h/a,b",-,0,12,bare@

# and not for a terminal
$ terminal everyuri find --format arrow "$TMPDIR/many" | head -n 1
> everyuri: find: --format arrow writes binary data: redirect it to a file

# the columns are those of tsv, and no end but the stream's
$ everyuri check --format arrow -0 x 2>&1 | head -n 1
> everyuri: check: -0 cannot be combined with --format csv or arrow

# threads keep the order of csv, too
$ seq 20000 | sed 's,^,http://h/,' > "$TMPDIR/many"; everyuri parse --format csv < "$TMPDIR/many" > "$TMPDIR/one"; everyuri parse --format csv -j 5 < "$TMPDIR/many" | cmp - "$TMPDIR/one" && wc -l < "$TMPDIR/one"
> 20001

# in blocks or one by one, a line is answered alike: tsv and json of lines are those of arguments
$ set -- http://u@h:1/a?b#c ftp://h/ 'bad uri' a: file:///x http://1.2.3.4/ http://[::1]/ ''; for f in json tsv; do everyuri parse --format $f "$@" > "$TMPDIR/arguments" 2>/dev/null; printf '%s\n' "$@" | everyuri parse --format $f 2>/dev/null | cmp - "$TMPDIR/arguments" && echo same; done
> same
> same

# a field of csv that holds a line's end stands in quotation marks
$ everyuri check --format csv "$(printf 'http://h/a\nb')" | tr -d '\r'
> uri,standard,verdict,at,clause,message
> "http://h/a
> b",rfc3986,invalid,10,RFC 3986 2.1,control character must be encoded
