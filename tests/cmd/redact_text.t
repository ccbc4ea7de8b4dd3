; everyuri redact --text: the secrets of the URIs in a stream

# a log: request lines, users, queries; what is no URI stays
$ printf '%s\n' '"GET /x?token=abc&y=1 HTTP/1.1" 200 "https://u:s3cret@h/?a=b"' "(https://u:p@h/), 'https://h/?key=zz'. path=/a?pwd=x" 'sip:al:pw@h;transport=tcp me@x.org From:joe@x.org info: a' 'password=foo token=abc (12:30:00) a;b; c' | everyuri redact --text
> "GET /x?token=***&y=1 HTTP/1.1" 200 "https://u:***@h/?a=b"
> (https://u:***@h/), 'https://h/?key=***'. path=/a?pwd=***
> sip:al:***@h;transport=tcp me@x.org From:joe@x.org info: a
> password=foo token=abc (12:30:00) a;b; c

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

# what has no secret stays: "@" in a path or query, a port before a punctuation mark, redacted text
$ printf '%s\n' 'GET /x/?email=joe@h.org&b=1 /a@2x.png?v=3 joe/ann@h.example?' 'http://h:8080, **http://h:80** (http://h:80) "http://h:80\n" http://h:80: x' '/x?token=*** https://u:***@h/ (https://h/?token=***)' 'grep /^[\$\@]?x/ a&amp;b;' | everyuri redact --text
> GET /x/?email=joe@h.org&b=1 /a@2x.png?v=3 joe/ann@h.example?
> http://h:8080, **http://h:80** (http://h:80) "http://h:80\n" http://h:80: x
> /x?token=*** https://u:***@h/ (https://h/?token=***)
> grep /^[\$\@]?x/ a&amp;b;

# JSON inside JSON: escapes of "&", "=", quotation marks and line breaks
$ printf '%s\n' '"https://h/?a=1\u0026code=s3" "h?token\u003ds3" "/x?token=s3\nHost:" {\"u\":\"https://h/?token=s3\",\"ok\":1}' 'smb://DOM\name:s3@h/ https://u:pa\nss@h/ mysql://u:s3@tcp(h:3306)/db' | everyuri redact --text
> "https://h/?a=1\u0026code=***" "h?token\u003d***" "/x?token=***\nHost:" {\"u\":\"https://h/?token=***\",\"ok\":1}
> smb://***@h/ https://u:***@h/ mysql://u:***@tcp(h:3306)/db

# logins without "scheme://", parameters of a path, references without a slash
$ echo 'jdbc:h2:mem:x;USER=sa;PASSWORD=s3 HTTP_PROXY=u:s3@proxy:80 //u:s3@h/x http%3A//u:s3@h /a;jsessionid=s3 a.php?token=s3' | everyuri redact --text
> jdbc:h2:mem:x;USER=sa;PASSWORD=*** HTTP_PROXY=u:***@proxy:80 //u:***@h/x http%3A//u:***@h /a;jsessionid=*** a.php?token=***

# time is linear in a word
$ for w in ':@' 'a:b@' '://u:p@' '?token=(;&'; do head -c 400000 /dev/zero | sed "s|\x00|$w|g" | timeout 10 everyuri redact --text >/dev/null || echo "$w"; done

# wrong arguments: a URI is not shown, and the options of single URIs are refused
$ everyuri redact --text 'http://u:s3@h/'; everyuri redact --text --format json </dev/null
! everyuri: redact: argument 1, which with --text must be the name of a file: No such file or directory
! everyuri: redact: --text cannot be used with --as, --format or --null
! usage: everyuri redact [OPTION]... [URI]...
! see 'everyuri help redact'
? 2
