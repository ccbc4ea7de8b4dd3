; everyuri redact --text: the secrets of the URIs in a stream

# a log: request lines, users, queries; what is no URI stays
$ printf '%s\n' '"GET /x?token=abc&y=1 HTTP/1.1" 200 "https://u:s3cret@h/?a=b"' "(https://u:p@h/), 'https://h/?key=zz'. path=/a?pwd=x" 'sip:al:pw@h;transport=tcp me@x.org From:joe@x.org info: a' 'password=foo ?token=abc a?token=abc 12:30:00' | everyuri redact --text
> "GET /x?token=***&y=1 HTTP/1.1" 200 "https://u:***@h/?a=b"
> (https://u:***@h/), 'https://h/?key=***'. path=/a?pwd=***
> sip:al:***@h;transport=tcp me@x.org From:joe@x.org info: a
> password=foo ?token=abc a?token=abc 12:30:00

# JSON with escaped slashes, jdbc, a log line that was cut
$ printf '%s' '{"url":"http:\/\/u:pw@h\/x?token=abc"} jdbc:sqlserver://h:1;password=s3;encrypt=true jdbc:oracle:thin:scott/tiger@h:1:x redis://:pw@h https://u:s3' | everyuri redact --text; echo
> {"url":"http:\/\/u:***@h\/x?token=***"} jdbc:sqlserver://h:1;password=***;encrypt=true jdbc:oracle:thin:scott/***@h:1:x redis://:***@h https://u:***

# two URIs in one word; and bytes of all kinds are copied
$ printf 'http://a:b@c,http://d:e@f|x\0http://a:b@c\0\377\1' | everyuri redact --text | od -c | sed 's/^[0-9]* *//'
> h   t   t   p   :   /   /   a   :   *   *   *   @   c   ,   h
> t   t   p   :   /   /   d   :   *   *   *   @   f   |   x  \0
> h   t   t   p   :   /   /   a   :   *   *   *   @   c  \0 377
> 001
> 

# the options are those of redact; files, and one that is missing
$ printf 'http://u:p@h/?a=1&token=2#t\n' >f; everyuri redact --text --user --query a --fragment f - missing f </dev/null
> http://***:***@h/?a=***&token=***#***
> http://***:***@h/?a=***&token=***#***
! everyuri: redact: missing: No such file or directory
? 2

# however the stream is cut, and a word that is too long
$ for n in 1 7 1000; do (head -c 2000 /dev/zero | tr '\0' 'x'; printf ' http://u:pw@h/?token=abc z\n') | dd bs=$n 2>/dev/null | everyuri redact --text | tail -c 40; done; (printf 'a http://u:pw@h/'; head -c 3000000 /dev/zero | tr '\0' 'x'; printf '?token=s3 b http://u:p@h\n') | everyuri redact --text
> xxxxxxxxxxx http://u:***@h/?token=*** z
> xxxxxxxxxxx http://u:***@h/?token=*** z
> xxxxxxxxxxx http://u:***@h/?token=*** z
> a *** b http://u:***@h
