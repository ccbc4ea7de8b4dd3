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

# contract cmd.environment: how URIs are read depends on no file
$ printf 'zone\ndefault-scheme http\n' >conf; for c in parse check normalize; do EVERYURI_CONFIG=conf everyuri $c --format json h 'http://[fe80::1%25e]/' | grep -c '"valid":false'; done; rm conf
> 2
> 2
> 2

# what is opposite: the command line, then the last line
$ printf 'no-netrc\n' >conf; everyuri get --config conf --netrc none data:,a%0A; printf "netrc $PWD/none\nno-netrc\n" >conf; everyuri get --config conf data:,a%0A; printf "no-netrc\nnetrc $PWD/none\n" >conf; everyuri get --config conf data:,a%0A 2>&1 | head -n 1 | sed "s,$PWD,,"; everyuri get --no-netrc --config conf data:,a%0A; rm conf
! everyuri: get: --netrc: "none": No such file or directory
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
> a
> everyuri: get: --netrc: "/none": No such file or directory
> a

# a wrong value has its place, and nothing is done
$ printf '\nmax-time x\n' >conf; everyuri get --config conf data:,a; echo $?; rm conf
> 2
! everyuri: get: conf: line 2, byte 9: not a number of seconds from 1 to 1000000
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
$ printf '\nnetrc' >conf; everyuri get --config conf data:,a; echo $?; rm conf
> 2
! everyuri: get: conf: line 2, byte 5: missing value
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
$ for l in 'connect-timeout 0' 'netrc' 'netrc none' 'zone yes' 'header x' 'default-scheme 1' 'cacert a b' "mail$(printf '\t\001')"; do everyuri get --set "$l" data:,a 2>&1 | head -n 1; done
> everyuri: get: --set: byte 16: not a number of seconds from 1 to 1000000
> everyuri: get: --set: byte 5: missing value
> everyuri: get: --set: byte 6: not an absolute path
> everyuri: get: --set: byte 5: this keyword takes no value
> everyuri: get: --set: byte 7: is not "Name: value"
> everyuri: get: --set: byte 15: not a scheme name
> everyuri: get: --set: byte 7: not an absolute path
> everyuri: get: --set: byte 5: control character in a value

# it is wrong for a command without that option too, and is passed over if it is right
$ everyuri plan --set 'netrc x' http://h/ 2>&1 | head -n 1; everyuri plan --set 'netrc /x' --set silent http://h/ | head -n 1
> everyuri: plan: --set: byte 6: not an absolute path
> connect    h port 80 transport tcp

# what is dangerous if it is forgotten does not stand
$ for l in insecure 'user a:b' show-secrets raw; do everyuri get --set "$l" data:,a 2>&1 | head -n 1; done
> everyuri: get: --set: byte 0: unknown keyword "insecure"
> everyuri: get: --set: byte 0: unknown keyword "user"
> everyuri: get: --set: byte 0: unknown keyword "show-secrets"
> everyuri: get: --set: byte 0: unknown keyword "raw"

# where a user's own file lies: EVERYURI_CONFIG, XDG_CONFIG_HOME, HOME; nobody has to have one
$ mkdir -p h/.config/everyuri x/everyuri; echo 'default-scheme ftp' >h/.config/everyuri/config; echo 'default-scheme gopher' >x/everyuri/config; echo 'default-scheme finger' >own; for e in 'HOME=h' 'HOME=h XDG_CONFIG_HOME=' 'HOME=h XDG_CONFIG_HOME=x' 'HOME=h XDG_CONFIG_HOME=x EVERYURI_CONFIG=own' 'HOME=h EVERYURI_CONFIG=' 'HOME= XDG_CONFIG_HOME=' 'HOME=none' 'HOME=own'; do env -u XDG_CONFIG_HOME $e everyuri plan 1.2.3.4 2>/dev/null | head -n 1; done; env -u XDG_CONFIG_HOME -u HOME everyuri plan --default-scheme http 1.2.3.4 | head -n 1; rm -r h x own
$ HOME=$(printf '/%05000d' 0) XDG_CONFIG_HOME= everyuri plan --default-scheme http 1.2.3.4 | head -n 1
> connect    1.2.3.4 port 21 transport tcp
> connect    1.2.3.4 port 21 transport tcp
> connect    1.2.3.4 port 70 transport tcp
> connect    1.2.3.4 port 79 transport tcp
> 
> 
> 
> 
> connect    1.2.3.4 port 80 transport tcp
> connect    1.2.3.4 port 80 transport tcp

# one that is named has to be there, as it may hold the policy; a void name is none
$ for c in 'plan http://h/' 'explain http://h/' 'get data:,a' 'schemes http'; do EVERYURI_CONFIG=none/x everyuri $c; echo $?; EVERYURI_CONFIG=none everyuri $c >/dev/null; echo $?; done; EVERYURI_CONFIG= everyuri get data:,a%0A
> 2
> 2
> 2
> 2
> 2
> 2
> 2
> 2
> a
! everyuri: plan: none/x: No such file or directory
! everyuri: plan: none: No such file or directory
! everyuri: explain: none/x: No such file or directory
! everyuri: explain: none: No such file or directory
! everyuri: get: none/x: No such file or directory
! everyuri: get: none: No such file or directory
! everyuri: schemes: none/x: No such file or directory
! everyuri: schemes: none: No such file or directory

# one that is there has to be read
$ mkdir -p h/.config/everyuri/config; env -u XDG_CONFIG_HOME HOME=h everyuri plan x:y; rm -r h; everyuri plan --config none x:y; everyuri plan --config . x:y; env -u XDG_CONFIG_HOME HOME=h$(printf '%0300d' 0) everyuri plan x:y 2>&1 | tail -c 20
>  File name too long
! everyuri: plan: h/.config/everyuri/config: Is a directory
! everyuri: plan: none: No such file or directory
! everyuri: plan: .: Is a directory

# and may not be too long
$ yes '# nothing but remarks' | head -c 20000000 >long; everyuri plan --config long x:y; rm long
! everyuri: plan: long: File too large

# an option's value is one line, and a port is one
$ everyuri plan --proxy "$(printf 'a\nb')" x:y; for p in 0 65536 x ''; do everyuri plan --allow-port "$p" x:y; done 2>&1 | grep -v '^usage\|^see '
> everyuri: plan: --allow-port: "0" is not a port from 1 to 65535
> everyuri: plan: --allow-port: "65536" is not a port from 1 to 65535
> everyuri: plan: --allow-port: "x" is not a port from 1 to 65535
> everyuri: plan: --allow-port: "" is not a port from 1 to 65535
! everyuri: plan: --proxy: "a\x0ab" contains a line break
! usage: everyuri [...]
! see [...]

# of what is wrong at the end of a file the last line is told
$ printf 'zone\nrefuse-host' >conf; everyuri plan --config conf x:y; rm conf
! everyuri: plan: conf: line 2, byte 11: missing value
! usage: everyuri [...]
! see [...]

# control characters and blanks around values
$ printf 'default-scheme  ftp \t \r\nmail \t/a b/\177\n' >conf; everyuri plan --config conf h; printf '   \n\t\n#\nconnect-timeout 0\nmax-time 1\n' >conf; everyuri get --config conf data:,x; rm conf
! everyuri: plan: conf: line 2, byte 6: control character in a value
! usage: everyuri [...]
! see [...]
! everyuri: get: conf: line 4, byte 16: not a number of seconds from 1 to 1000000
! usage: everyuri [...]
! see [...]

# a header of the command line wins over that of the file, of which the last counts; it is one line
$ everyuri get -H 'X' data:,x; everyuri get -H "$(printf 'X: a\r\nY: b')" data:,x; everyuri get $(seq -f '-H X%g:a' 65) data:,x 2>&1 | head -n 1; everyuri get $(seq -f '--mail /m%g' 65) data:,x 2>&1 | head -n 1
> everyuri: get: -H: "X65:a" exceeds the limit of 64 headers
> everyuri: get: --mail: "/m65" exceeds the limit of 64 mailboxes
! everyuri: get: -H: "X" is not "Name: value"
! usage: everyuri [...]
! see [...]
! everyuri: get: -H: "X: a\x0d\x0aY: b" is not "Name: value"
! usage: everyuri [...]
! see [...]

# times and places
$ for o in '--max-time 0' '--connect-timeout x' '--from x' '--from -1' '--netrc none'; do everyuri get $o data:,x; done 2>&1 | grep -v '^usage\|^see '; everyuri get --no-netrc --netrc none data:,x; everyuri get -c -o x --from 1 data:,x; everyuri get -c data:,x
> everyuri: get: --max-time: "0" is not a number of seconds from 1 to 1000000
> everyuri: get: --connect-timeout: "x" is not a number of seconds from 1 to 1000000
> everyuri: get: --from: "x" is not a number of bytes
> everyuri: get: --from: "-1" is not a number of bytes
> everyuri: get: --netrc: "none": No such file or directory
! everyuri: get: --netrc and --no-netrc cannot be used together
! usage: everyuri [...]
! see [...]
! everyuri: get: -c and --from cannot be used together
! usage: everyuri [...]
! see [...]
! everyuri: get: -c needs -o or -O to name the file that it continues
! usage: everyuri [...]
! see [...]
? 2
