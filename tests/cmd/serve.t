; everyuri serve: its usage; tests/serve has the gateway itself

# an option that it does not know, an option without its value, and an argument are usage errors
$ everyuri serve --prt 1; everyuri serve --port; everyuri serve http://h/
! everyuri: serve: [...]
! usage: everyuri serve [...]
! see 'everyuri help serve'
! everyuri: serve: [...]
! usage: everyuri serve [...]
! see 'everyuri help serve'
! everyuri: serve: [...]
! usage: everyuri serve [...]
! see 'everyuri help serve'
? 2

# a port is a number up to 65535
$ everyuri serve --port 65536; everyuri serve --port http; everyuri serve --port ''
! everyuri: serve: --port: [...]
! usage: everyuri serve [...]
! see 'everyuri help serve'
! everyuri: serve: --port: [...]
! usage: everyuri serve [...]
! see 'everyuri help serve'
! everyuri: serve: --port: [...]
! usage: everyuri serve [...]
! see 'everyuri help serve'
? 2

# a root that is missing fails before anything is served, and with get and open too
$ everyuri serve --port 0 --root /nonexistent/folder; everyuri get --root /nonexistent/folder file:///a; everyuri open --root '' file:///a
! everyuri: serve: --root: "/nonexistent/folder": No such file or directory
! usage: everyuri serve [OPTION]...
! see 'everyuri help serve'
! everyuri: get: --root: "/nonexistent/folder": No such file or directory
! usage: everyuri get [OPTION]... [URI]...
! see 'everyuri help get'
! everyuri: open: --root: "": No such file or directory
! usage: everyuri open [OPTION]... [URI]...
! see 'everyuri help open'
? 2
