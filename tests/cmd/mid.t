; everyuri get, of mail that has been received: mid and cid.  Each case makes its own Maildir and mbox in the folder m.

# a message of a Maildir, byte by byte
$ mkdir -p m/box/cur m/box/new m/box/tmp; printf 'Message-ID: <a@b.example>\nSubject: one\n\nbody\n' >m/box/cur/1:2,S; everyuri get --mail "$PWD/m/box" mid:a@b.example; rm -r m
> Message-ID: <a@b.example>
> Subject: one
> 
> body

# a message of an mbox: its From line is no part of it
$ mkdir m; printf 'From x Sat Nov 21 17:00:00 2026\nMessage-ID: <a@b.example>\n\none\n\nFrom x Sat Nov 21 17:00:00 2026\nMessage-ID: <c%%d@b.example>\n\ntwo\n' >m/mbox; everyuri get --mail "$PWD/m/mbox" mid:a@b.example; everyuri get --mail "$PWD/m/mbox" mid:c%25d@b.example; rm -r m
> Message-ID: <a@b.example>
> 
> one
> Message-ID: <c%d@b.example>
> 
> two

# several places: the first that has it
$ mkdir -p m/box/cur m/box/new m/box/tmp; : >m/mbox; printf 'Message-ID: <a@b.example>\n\nnew\n' >m/box/new/1; everyuri get --mail "$PWD/m/mbox" --mail "$PWD/m/box" mid:a@b.example; rm -r m
> Message-ID: <a@b.example>
> 
> new

# what it is
$ mkdir m; printf 'From x Sat Nov 21 17:00:00 2026\nMessage-ID: <a@b.example>\n\none\n' >m/mbox; everyuri get -i --mail "$PWD/m/mbox" mid:a@b.example | grep -e kind -e media; rm -r m
> kind	document
> media_type	message/rfc822

# no such message
$ mkdir m; : >m/mbox; everyuri get --mail "$PWD/m/mbox" mid:a@b.example; echo $?; rm -r m
> 3
! everyuri: get: argument 1: no such message (RFC 2392 2)

# no mail at all
$ everyuri get mid:a@b.example
! everyuri: get: argument 1: no local mail is configured (configuration)
? 3

# RFC 5536 3.1.4: a message that was posted to news groups is an article too
$ mkdir m; printf 'From x Sat Nov 21 17:00:00 2026\nSubject: x\nNEWSGROUPS: a.b\nMessage-ID: <a%%/b@b.example>\n\none\n' >m/mbox; everyuri get --mail "$PWD/m/mbox" 'mid:a%25%2Fb@b.example' | tail -1; rm -r m
> one
! everyuri: get: argument 1: warning: the message was posted to news groups: news:a%25%2Fb@b.example

# but not if only its body says so, or a field that is folded, or a longer name
$ mkdir m; printf 'From x Sat Nov 21 17:00:00 2026\nMessage-ID: <a@b.example>\nSubject: x\n Newsgroups: a\nNewsgroups-Not: a\n\nNewsgroups: a\n' >m/mbox; everyuri get --mail "$PWD/m/mbox" mid:a@b.example | tail -1; rm -r m
> Newsgroups: a

# cid without a message that it is read in
$ everyuri get cid:p@b.example
! everyuri: get: argument 1: byte 4: [...]
? 1

# a part of a message, decoded; and the same by its own id
$ mkdir m; printf 'From x Sat Nov 21 17:00:00 2026\nMessage-ID: <a@b.example>\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n<img src="cid:p@b.example">\n--x\nContent-Type: text/plain\nContent-ID: <p@b.example>\nContent-Transfer-Encoding: base64\n\naGVsbG8K\n--x--\n' >m/mbox; everyuri get --mail "$PWD/m/mbox" mid:a@b.example/p@b.example; everyuri get --mail "$PWD/m/mbox" --set 'message a@b.example' cid:p@b.example; rm -r m
> hello
> hello

# a news spool: articles that have been received, one a file
$ mkdir -p m/comp/lang/c; printf 'Path: x\nNewsgroups: comp.lang.c\nMessage-ID: <a@b.example>\n\none\n' >m/comp/lang/c/12; everyuri get --mail "$PWD/m" mid:a@b.example; rm -r m
> Path: x
> Newsgroups: comp.lang.c
> Message-ID: <a@b.example>
> 
> one
! everyuri: get: argument 1: warning: the message was posted to news groups: news:a@b.example

# --mail-index: the second look-up reads what it names; a file that is no index is left as it is
$ mkdir m; printf 'From x Sat Nov 21 17:00:00 2026\nMessage-ID: <a@b.example>\n\none\n' >m/mbox; for i in 1 2; do everyuri get --mail "$PWD/m/mbox" --mail-index "$PWD/m/index" mid:a@b.example | tail -1; done; head -n 1 m/index; stat -c %a m/index; everyuri get --mail "$PWD/m/mbox" --set "mail-index $PWD/m/mbox" mid:a@b.example | tail -1; head -c 6 m/mbox; echo; ls m; rm -r m
> one
> one
> everyuri index of messages 1
> 600
> one
> From x
> index
> mbox
