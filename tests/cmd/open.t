; everyuri open

# THREATS C7: a session is handed over by a list of arguments; the user is advice, the password is not among them
$ everyuri open --set 'program telnet echo {host} {port} a;b $HOME' 'telnet://ann:secret@h.example:2323/'
> h.example 2323 a;b $HOME
! everyuri: open: argument 1: warning: [...]
! everyuri: open: the URI suggests logging in as "ann"

# THREATS C7: nothing from a URI begins with a hyphen
$ everyuri open 'telnet://-oProxyCommand=x/' 'rlogin://-l@h/' 2>&1 | grep -c byte
> 2

# a program that is missing is trouble
$ everyuri open --set 'program telnet /no/such/program {host}' telnet://h/
! everyuri: open: /no/such/program: No such file or directory
? 2

# a program's own status is not ours
$ everyuri open --set 'program telnet false {host}' telnet://h/

# anything else is shown
$ everyuri open data:,hello%0A
> hello

# a bad item does not stop the others
$ everyuri open 'http://h h/' data:,b%0A
> b
! everyuri: open: argument 1: byte 8: [...]
? 1

# it has no shapes
$ everyuri open --format json data:,x
! everyuri: open: writes only text; use get for other formats
! usage: everyuri open [OPTION]... [URI]...
! see 'everyuri help open'
? 2

# mailto: a draft in a file of the user's alone, shown by the editor, and never sent without --send
$ printf '#!/bin/sh\nstat -c %%a "$1"; cat "$1"\n' >'my editor'; chmod +x 'my editor'; VISUAL="$PWD/my editor" EDITOR=false everyuri open --sendmail $PWD/none 'mailto:a@x.example?subject=s&body=one%0D%0Atwo%0D%0A'; rm 'my editor' $TMPDIR/everyuri-draft-*
> 600
> To: a@x.example
> subject: s
> MIME-Version: 1.0
> Content-Type: text/plain; charset=utf-8
> Content-Transfer-Encoding: 8bit
> 
> one
> two
! everyuri: open: the message was not sent; it is saved in [...]/everyuri-draft-[...]

# nor with --send, if nobody says yes on a terminal
$ printf '#!/bin/sh\necho sent\n' >s; chmod +x s; EDITOR=true setsid -w everyuri open --send --sendmail $PWD/s 'mailto:a@x.example'; ls $TMPDIR | grep -c everyuri-draft; rm s $TMPDIR/everyuri-draft-*
> 1
! everyuri: open: the message was not sent; it is saved in [...]/everyuri-draft-[...]

# an editor that fails keeps the message, and does not send it
$ EDITOR=false everyuri open --send mailto:a@x.example; echo $?; rm $TMPDIR/everyuri-draft-*
> 2
! everyuri: open: the editor failed, so the message was not sent; it is saved in [...]/everyuri-draft-[...]

# what is refused leaves no file
$ EDITOR=false everyuri open 'mailto:a@x.example?from=b@x.example' 2>/dev/null; echo $?; ls $TMPDIR | grep -c everyuri-draft
> 1
> 0
? 1

# --smtp and --sender are checked like lines of the configuration, before anything is done
$ for o in '--smtp h:0' '--smtp ftp://h' '--sender nobody' '--sender=-a@h' '--smtp=a/b'; do everyuri open $o data:,x; echo $?; done 2>&1 | grep -v '^usage\|^see '
> everyuri: open: --set: byte 5: server must be host or host:port, optionally after smtp:// or smtps://
> 2
> everyuri: open: --set: byte 5: server must be host or host:port, optionally after smtp:// or smtps://
> 2
> everyuri: open: --set: byte 7: invalid mail address: expected user@domain
> 2
> everyuri: open: --set: byte 7: invalid mail address: expected user@domain
> 2
> everyuri: open: --set: byte 5: server must be host or host:port, optionally after smtp:// or smtps://
> 2

# a server and a program exclude each other
$ everyuri open --smtp smtps://h:465 --sendmail /bin/true data:,x
! everyuri: open: --smtp and --sendmail cannot be used together
! usage: everyuri open [OPTION]... [URI]...
! see 'everyuri help open'
? 2

# all forms of the keys are read by the commands that plan, too
$ everyuri plan --set 'smtp SMTPS://[::1]:2525' --set 'smtp smtp://h' --set 'smtp h.example:587' --set 'sendmail /usr/lib/send mail' --set 'sender a@x.example' mailto:b@x.example | head -n 1
> compose    to b@x.example

# a gateway for which there is no descriptor says so
$ for n in 5 6; do (ulimit -n $n; everyuri serve --demo --port 0); done
! everyuri: serve: --demo: Too many open files
! everyuri: serve: port 0: out of memory or file descriptors
? 2
