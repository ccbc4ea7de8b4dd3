; options in the configuration, and the configuration in options

# each keyword of docs/configuration.md and docs/policy.md is an option
$ n=0; for k in $(sed -n 's/^| `\([a-z][a-z-]*\)[ `].*/\1/p' docs/configuration.md docs/policy.md); do n=$((n + 1)); case $k in root | file-root | smtp | sendmail | sender) continue ;; esac; everyuri get --"$k" </dev/null 2>&1 | grep 'unknown option'; done; [ $n -gt 38 ] && echo all
> all
$ everyuri plan --root http://h/ 2>&1 | head -n 1; everyuri plan --ftp-root 'h /srv' ftp://h/a | head -n 1
> everyuri: plan: unknown option "--root"
> read       /srv/a
$ everyuri plan --proxy p:1234 http://h/ | head -n 1; everyuri plan --ftp-secure ftp://h/a | grep -c secure; everyuri plan --refuse-host h ftp://h/
> connect    p port 1234 transport tcp
> 1
> 
! everyuri: plan: argument 1: byte 6: [...]
? 1

# --set, --KEYWORD and the file: the last counts, the file first
$ printf 'proxy p:1\n' >conf; everyuri plan --config conf --proxy p:2 --set 'proxy p:3' --proxy p:4 --allow-port 4 http://h/ | head -n 1; rm conf
> connect    p port 4 transport tcp

# an option that stands in the file; the command line comes first, and of lines the last
$ printf '# mine\ndefault-scheme gopher\nDefault-Scheme ftp # a comment\n' >conf; everyuri plan --config conf h | head -n 1; everyuri plan --config conf --default-scheme http h | head -n 1; rm conf
> connect    h port 21 transport tcp
> connect    h port 80 transport tcp
$ printf 'zone\r\n' >conf; everyuri plan --config conf 'http://[fe80::1%25eth0]/' | head -n 1; everyuri plan 'http://[fe80::1%25eth0]/' 2>&1 | grep -c byte; rm conf
> connect    fe80::1%eth0 port 80 transport tcp
> 1
$ mkdir -p d/in; echo in >d/in/x; echo out >d/x; printf "file-root $PWD/d/in" >conf; everyuri get --config conf file://$PWD/d/in/x; everyuri get --config conf file://$PWD/d/x 2>/dev/null; echo $?; everyuri get --config conf --root $PWD/d file://$PWD/d/x; everyuri get --set "file-root $PWD/d" --config conf file://$PWD/d/x; rm -r d conf
> in
> 1
> out
> out
$ mkdir d; printf 'From a@b\nMessage-ID: <i@d>\n\nhello\n' >d/box; everyuri get --set "mail $PWD/d/box" mid:i@d | tail -n 1; rm -r d
> hello

# what is opposite: the command line, then the last line
$ printf 'no-netrc\n' >conf; everyuri get --config conf --netrc none data:,a%0A; printf "netrc $PWD/none\nno-netrc\n" >conf; everyuri get --config conf data:,a%0A; printf "no-netrc\nnetrc $PWD/none\n" >conf; everyuri get --config conf data:,a%0A 2>&1 | head -n 1 | sed "s,$PWD,,"; everyuri get --no-netrc --config conf data:,a%0A; rm conf
! everyuri: get: --netrc: "none" [...]
! usage: everyuri get [OPTION]... [URI]...
> a
> everyuri: get: --netrc: "/none" [...]
> a

# a wrong value has its place, and nothing is done
$ printf '\nmax-time x\n' >conf; everyuri get --config conf data:,a; echo $?; rm conf
> 2
! everyuri: get: conf: line 2, byte 9: a time is a number of seconds from 1 to 1000000
! usage: everyuri get [OPTION]... [URI]...
$ for l in 'connect-timeout 0' 'netrc' 'netrc none' 'zone yes' 'header x' 'default-scheme 1' 'cacert a b' "mail$(printf '\t\001')"; do everyuri get --set "$l" data:,a 2>&1 | head -n 1; done
> everyuri: get: setting 1, byte 16: a time is a number of seconds from 1 to 1000000
> everyuri: get: setting 1, byte 5: a value is missing
> everyuri: get: setting 1, byte 6: the path is not absolute
> everyuri: get: setting 1, byte 5: nothing stands behind this keyword
> everyuri: get: setting 1, byte 7: is no "Name: value"
> everyuri: get: setting 1, byte 15: no name of a scheme
> everyuri: get: setting 1, byte 7: the path is not absolute
> everyuri: get: setting 1, byte 5: no control can stand in it

# it is wrong for a command without that option too, and is passed over if it is right
$ everyuri plan --set 'netrc x' http://h/ 2>&1 | head -n 1; everyuri plan --set 'netrc /x' --set silent http://h/ | head -n 1
> everyuri: plan: setting 1, byte 6: the path is not absolute
> connect    h port 80 transport tcp

# what is dangerous if it is forgotten does not stand
$ for l in insecure 'user a:b' show-secrets raw; do everyuri get --set "$l" data:,a 2>&1 | head -n 1; done
> everyuri: get: setting 1, byte 0: no keyword of a configuration
> everyuri: get: setting 1, byte 0: no keyword of a configuration
> everyuri: get: setting 1, byte 0: no keyword of a configuration
> everyuri: get: setting 1, byte 0: no keyword of a configuration
