; everyuri stats: counts of a list.

# a list is counted by dimension, greatest count first, then by bytes
$ everyuri stats --by scheme,host --format tsv | grep '^scheme	\|^host	'
< http://b/
< HTTP://a/
< ftp://B/
< ftp://a/
< gopher://c/
> scheme	ftp	\N	2	0
> scheme	http	\N	2	0
> scheme	gopher	\N	1	0
> host	a	\N	2	0
> host	b	\N	2	0
> host	c	\N	1	0

# arguments are counted too, and standard input is not read then
$ everyuri stats --by host --format tsv http://x/ | grep '^items\|^host	'
< http://b/
> items	\N	\N	1	0
> host	x	\N	1	0

# a refused item has a reason, exit status 1, and no line on standard error
$ everyuri stats --by host,reason --format tsv | grep -v floor
< http://h/
< http://h/a b
< x
> dimension	value	clause	count	error
> items	\N	\N	3	0
> accepted	\N	\N	1	0
> refused	\N	\N	2	0
> host.counted	\N	\N	1	0
> host.absent	\N	\N	0	0
> host.too_long	\N	\N	0	0
> host.distinct	\N	\N	1	0
> host	h	\N	1	0
> reason.counted	\N	\N	2	0
> reason.absent	\N	\N	0	0
> reason.too_long	\N	\N	0	0
> reason.distinct	\N	\N	2	0
> reason	[...]	[...]	1	0
> reason	[...]	[...]	1	0

# the exit status says that some item was refused
$ everyuri stats --by host http://h/ 'a b' >/dev/null
? 1

# a line longer than --max-length is refused as too long
$ printf 'http://h/aaaaaaaaaaaaaaaaaaaaaa\nhttp://h/\n' | everyuri stats --max-length 20 --by reason --format json
> {"items":2,"accepted":1,"refused":1,"standard":"rfc3986","list":null,"by":{"reason":{"counted":1,"absent":0,"too_long":0,"distinct":1,"exact":true,"rows":[{"value":"too long","clause":"","count":1}]}}}
? 1

# no input is counted as none
$ everyuri stats --by host,length,depth,standard --format json </dev/null
> {"items":0,"accepted":0,"refused":0,"standard":"rfc3986","list":null,"by":{"standard":{"counted":0,"rows":[{"value":"rfc3986","count":0}]},"host":{"counted":0,"absent":0,"too_long":0,"distinct":0,"exact":true,"rows":[]},"depth":{"counted":0,"rows":[{"value":"0","count":0}]},"length":{"counted":0,"sum":0,"least":0,"most":0,"mean":0.0,"quantiles":[{"percent":25,"at_least":0,"at_most":0},{"percent":50,"at_least":0,"at_most":0},{"percent":75,"at_least":0,"at_most":0},{"percent":90,"at_least":0,"at_most":0},{"percent":99,"at_least":0,"at_most":0}],"rows":[]}}}

# lengths: least, most, mean, quantiles and powers of two
$ printf 'a:\nab:\nabc:defg\n' | everyuri stats --by length --format json
> {"items":3,"accepted":3,"refused":0,"standard":"rfc3986","list":null,"by":{"length":{"counted":3,"sum":13,"least":2,"most":8,"mean":4.3,"quantiles":[{"percent":25,"at_least":2,"at_most":2},{"percent":50,"at_least":3,"at_most":3},{"percent":75,"at_least":8,"at_most":8},{"percent":90,"at_least":8,"at_most":8},{"percent":99,"at_least":8,"at_most":8}],"rows":[{"value":"2-3","count":2},{"value":"4-7","count":0},{"value":"8-15","count":1}]}}}

# several standards: what each accepts; the parts are those of the first
$ everyuri stats --as whatwg,rfc3986,rfc1738 --by standard,host --format tsv | grep '^standard\|^host	'
< http://EX%41mple.com/
< http://h/a b
> standard	whatwg	\N	2	0
> standard	rfc3986	\N	1	0
> standard	rfc1738	\N	0	0
> host	example.com	\N	1	0
> host	h	\N	1	0

# --as all: rfc3986 reads the parts, and each standard is counted
$ everyuri stats --as all --by standard --format json http://h/ | grep -o '"standard":"[a-z0-9]*"\|{"value":"[a-z]*[0-9]*","count":1}' | head -10
> "standard":"rfc3986"
> {"value":"rfc3986","count":1}
> {"value":"url1993","count":1}
> {"value":"uri1994","count":1}
> {"value":"rfc1630","count":1}
> {"value":"rfc1738","count":1}
> {"value":"rfc1808","count":1}
> {"value":"rfc2396","count":1}
> {"value":"rfc3987","count":1}
> {"value":"whatwg","count":1}

# an item behind --default-scheme is accepted, with its own length
$ printf 'h.dom/a\n' | everyuri stats --default-scheme http --by scheme,host,length --format tsv | grep '^scheme	\|^host	\|least'
> scheme	http	\N	1	0
> host	h.dom	\N	1	0
> length.least	\N	\N	7	0

# domains by a list of one's own
$ printf 'com\nk12.com\n' >"$TMPDIR/list"; printf 'http://a.b.com/\nhttp://b.com/\nhttp://x.y.k12.com\nhttp://k12.com/\nhttp://1.2.3.4/\n' | everyuri stats --suffix-list "$TMPDIR/list" --by domain --format tsv | grep domain
> domain.counted	\N	\N	3	0
> domain.absent	\N	\N	2	0
> domain.too_long	\N	\N	0	0
> domain.distinct	\N	\N	2	0
> domain.floor	\N	\N	0	0
> domain	b.com	\N	2	0
> domain	y.k12.com	\N	1	0

# a list that is not there is an error if it was given
$ everyuri stats --suffix-list /nowhere/list http://h/
! everyuri: stats: /nowhere/list: No such file or directory
? 2

# threads count the same, whatever their number
$ seq 30000 | sed 's,.*,http://h&.d/p&.x&?k&=1,' >"$TMPDIR/l"; for j in 1 2 7; do everyuri stats -j $j --top 100000 --format tsv --by scheme,host,extension,query-key,length,depth --memory 40000000 <"$TMPDIR/l" | cksum; done | uniq | wc -l
> 1

# what does not fit is a sketch, which says so, and keeps to what it says
$ { seq 30000 | sed 's,.*,http://h&.d/,'; yes http://often.d/ | head -5000; seq 30000 | sed 's,.*,http://g&.d/,'; } | everyuri stats --memory 80000 --by host --top 1 --seed 7 --format json | sed 's/"\(distinct\|distinct_error\|floor\|error\)":[0-9]*/"\1":N/g'
> {"items":65000,"accepted":65000,"refused":0,"standard":"rfc3986","list":null,"by":{"host":{"counted":65000,"absent":0,"too_long":0,"distinct":N,"exact":false,"distinct_error":N,"floor":N,"rows":[{"value":"often.d","count":5000,"error":N}]}}}

# a sketch says so in text
$ seq 30000 | sed 's,.*,http://h&.d/,' | COLUMNS=1000 everyuri stats --memory 80000 --by host --top 1
> 30000 items: 30000 accepted by rfc3986, 0 refused
> 
> host       URIs: 30000; about [...] (+- [...]) different values, the first 1 shown; estimates, because memory was short: the true count is at least the count shown, and at most that count plus the number after +; a value that is not listed occurs at most [...] times
>   [...]
>   others[...]

# the seed makes estimates the same
$ for i in 1 2; do seq 30000 | sed 's,.*,http://h&.d/,' | everyuri stats --memory 80000 --by host --seed 5 --format tsv | cksum; done | uniq | wc -l
> 1

# the whole command stays below 64 MB, however many values there are
$ ulimit -v 200000; seq 700000 | sed 's,.*,http://host-number-&.example-&.com/a?key-of-&=1,' | everyuri stats --top 1 --format tsv | grep -c '^host	'
> 1

# a terminal of 80 columns, without UTF-8
$ terminal everyuri stats --by scheme,port http://h:80/ http://h:81/ ftp://h
> 3 items: 3 accepted by rfc3986, 0 refused
> 
> scheme     URIs: 3; 2 different values
>   http    2   66.7 %  [...]##########################################################[...]
>   ftp     1   33.3 %  [...]#############################[...]
> 
> port       URIs: 2, and 1 without one; 2 different values
>   80      1   50.0 %  [...]##########################################################[...]
>   81      1   50.0 %  [...]##########################################################[...]

# in colour, and with blocks, each dimension has the colour of its part
$ COLUMNS=40 everyuri stats --color always --by scheme,port http://h:80/ ftp://h | tr '\033' '@'
> 2 items: 2 accepted by rfc3986, 0
> refused
> 
> scheme     URIs: 2; 2 different values
>   ftp     1   50.0 %  @[35m██████████████████@[0m
>   http    1   50.0 %  @[35m██████████████████@[0m
> 
> port       URIs: 1, and 1 without one; 1
>            different value
>   80      1  100.0 %  @[36m██████████████████@[0m

# NO_COLOR keeps a terminal plain
$ NO_COLOR=1 terminal everyuri stats --by scheme http://h/ | tr '\033' '@'
> 1 item: 1 accepted by rfc3986, 0 refused
> 
> scheme     URIs: 1; 1 different value
>   http    1  100.0 %  ##########################################################

# what a list holds is not acted on by a terminal
$ terminal everyuri stats --by query-key 'http://h/?%1B%5B31m=1'
> 1 item: 1 accepted by rfc3986, 0 refused
> 
> query-key  pairs: 1; 1 different value
>   \x1b[31m  1  100.0 %  [...]####[...]

# with -0 items end in NUL, and so does the answer
$ printf 'http://a/\0http://b/\0' | everyuri stats -0 --by scheme --format tsv | tr '\0' '@'; echo
> dimension	value	clause	count	error@items	\N	\N	2	0@accepted	\N	\N	2	0@refused	\N	\N	0	0@scheme.counted	\N	\N	2	0@scheme.absent	\N	\N	0	0@scheme.too_long	\N	\N	0	0@scheme.distinct	\N	\N	1	0@scheme.floor	\N	\N	0	0@scheme	http	\N	2	0@

# --by names dimensions
$ everyuri stats --by host,color
! everyuri: stats: --by: unknown dimension "color"; the dimensions are scheme, standard, host, domain, port, extension, query-key, depth, length and reason
! usage: everyuri stats [OPTION]... [URI]...
! see 'everyuri help stats'
? 2

# --top and --memory have bounds
$ everyuri stats --top 0
! everyuri: stats: --top: "0" is not a number from 1 to 100000
! usage: everyuri stats [OPTION]... [URI]...
! see 'everyuri help stats'
? 2

# and --memory those that the threads need
$ everyuri stats --memory 100000 -j 3 </dev/null
! everyuri: stats: --memory: too little for 3 threads, which need 442368 bytes
! usage: everyuri stats [OPTION]... [URI]...
! see 'everyuri help stats'
? 2

# --memory has a least
$ everyuri stats --memory 1000
! everyuri: stats: --memory: "1000" is not a number of bytes from 73728 to 2147483648
! usage: everyuri stats [OPTION]... [URI]...
! see 'everyuri help stats'
? 2

# a directory cannot be read, and nothing is told
$ everyuri stats </
! everyuri: stats: standard input: Is a directory
? 2

# options have their bounds
$ for o in '--top 0' '--top x' '--memory x' '--memory 73727' '--seed x' '--by host,what' '--by' '--format xml'; do everyuri stats $o x:y; done 2>&1 | grep -v '^usage\|^see '
> everyuri: stats: --top: "0" is not a number from 1 to 100000
> everyuri: stats: --top: "x" is not a number from 1 to 100000
> everyuri: stats: --memory: "x" is not a number of bytes from 73728 to 2147483648
> everyuri: stats: --memory: "73727" is not a number of bytes from 73728 to 2147483648
> everyuri: stats: --seed: "x" is not a number
> everyuri: stats: --by: unknown dimension "what"; the dimensions are scheme, standard, host, domain, port, extension, query-key, depth, length and reason
> everyuri: stats: --by: unknown dimension "x:y"; the dimensions are scheme, standard, host, domain, port, extension, query-key, depth, length and reason
> everyuri: stats: --format: unknown format "xml"; the formats are text, json, tsv and html

# too little memory for the threads
$ echo x:y | everyuri stats -j 4 --memory 100000
! everyuri: stats: --memory: too little for 4 threads, which need 589824 bytes
! usage: everyuri [...]
! see [...]
? 2

# a list that is none, is not there, or cannot be read
$ printf 'a..b\n' >list; everyuri stats --suffix-list list x:y; everyuri stats --suffix-list none x:y; everyuri stats --suffix-list . x:y; rm list
! everyuri: stats: --suffix-list: list: byte 0: invalid rule
! usage: everyuri [...]
! see [...]
! everyuri: stats: none: No such file or directory
! everyuri: stats: .: Is a directory

# a list without its date has that of the file; a version that is too long is cut
$ printf '// ===BEGIN ICANN DOMAINS===\norg\n// ===END ICANN DOMAINS===\n' >list; touch -d 2024-02-03 list; everyuri stats --suffix-list list --by domain --format json http://a.b.org/; printf '// VERSION: 2024-02-03_04-05-06_UTC_and_a_very_long_rest_of_it_that_nobody_needs_at_all\n// ===BEGIN ICANN DOMAINS===\norg\n// ===END ICANN DOMAINS===\n' >list; everyuri stats --suffix-list list --by domain --format json http://a.b.org/ | grep -o '"list":"[^"]*"'; rm list
> {"items":1,"accepted":1,"refused":0,"standard":"rfc3986","list":"2024-02-03","by":{"domain":{"counted":1,"absent":0,"too_long":0,"distinct":1,"exact":true,"rows":[{"value":"b.org","count":1}]}}}
> "list":"2024-02-03_04-05-06_UTC_and_a_very_long_rest_of_it_that_nobody_"

# a list that is longer than a quarter of a megabyte
$ { printf '// VERSION: 1\n// ===BEGIN ICANN DOMAINS===\n'; seq -f 'a%g.org' 40000; printf '// ===END ICANN DOMAINS===\n'; } >list; everyuri stats --suffix-list list --by domain --format json http://x.a39999.org/; rm list
> {"items":1,"accepted":1,"refused":0,"standard":"rfc3986","list":"1","by":{"domain":{"counted":1,"absent":0,"too_long":0,"distinct":1,"exact":true,"rows":[{"value":"x.a39999.org","count":1}]}}}

# the parts are those of the first standard that is asked for, and of rfc3986 only if all are
$ everyuri stats --as whatwg,rfc3986 --by scheme,standard --format tsv 'http://h/ ' http://h; everyuri stats --as all --by standard --format tsv x:y; everyuri stats --as url1993,uri1994,rfc1630,rfc1738,rfc1808,rfc2396,rfc3986,rfc3987,rfc3986 --by standard --format json x:y
> dimension	value	clause	count	error
> items	\N	\N	2	0
> accepted	\N	\N	2	0
> refused	\N	\N	0	0
> scheme.counted	\N	\N	2	0
> scheme.absent	\N	\N	0	0
> scheme.too_long	\N	\N	0	0
> scheme.distinct	\N	\N	1	0
> scheme.floor	\N	\N	0	0
> scheme	http	\N	2	0
> standard	whatwg	\N	2	0
> standard	rfc3986	\N	1	0
> dimension	value	clause	count	error
> items	\N	\N	1	0
> accepted	\N	\N	1	0
> refused	\N	\N	0	0
> standard	rfc3986	\N	1	0
> standard	url1993	\N	1	0
> standard	uri1994	\N	1	0
> standard	rfc1630	\N	1	0
> standard	rfc1738	\N	1	0
> standard	rfc1808	\N	1	0
> standard	rfc2396	\N	1	0
> standard	rfc3987	\N	1	0
> standard	whatwg	\N	1	0
> {"items":1,"accepted":1,"refused":0,"standard":"url1993","list":null,"by":{"standard":{"counted":1,"rows":[{"value":"url1993","count":1},{"value":"uri1994","count":1},{"value":"rfc1630","count":1},{"value":"rfc1738","count":1},{"value":"rfc1808","count":1},{"value":"rfc2396","count":1},{"value":"rfc3986","count":1},{"value":"rfc3987","count":1}]}}}

# nothing was counted
$ everyuri stats --by host,depth,length </dev/null; everyuri stats --by host --format html </dev/null | grep -c '<svg'; everyuri stats --by length,depth --format tsv </dev/null
> 0 items: 0 accepted by rfc3986, 0 refused
> 
> host       URIs: 0; 0 different values
> 
> depth      non-empty path segments, in 0 URIs
>   0       0    0.0 %
> 
> length     length of the accepted items in bytes: 0 to 0, mean 0.0
> 0
> dimension	value	clause	count	error
> items	\N	\N	0	0
> accepted	\N	\N	0	0
> refused	\N	\N	0	0
> depth	0	\N	0	0
> length.sum	\N	\N	0	0
> length.least	\N	\N	0	0
> length.most	\N	\N	0	0
> length.p25	\N	\N	0	0
> length.p50	\N	\N	0	0
> length.p75	\N	\N	0	0
> length.p90	\N	\N	0	0
> length.p99	\N	\N	0	0

# -0: text and page end in NUL
$ everyuri stats -0 --by scheme x:y | tail -c 1 | od -An -c; everyuri stats -0 --format html --by scheme x:y | tail -c 1 | od -An -c
>   \0
>   \0

# on a terminal a page of HTML has nothing raw
$ terminal everyuri stats --format html --by query-key 'http://h/?%C2%9B=1' | grep -c "$(printf '\302\233')"; terminal everyuri stats --format html --by query-key 'http://h/?%C2%9B=1' | grep -o '<td>.*</td>' | head -n 1
> 0
> <td><bdi>�</bdi></td><td>1</td><td>100.0 %</td>

# bars: boxes where the page has them, "#" where not, and at least one sign for what is there
$ { seq 5000 | sed 's,.*,http://a/,'; echo http://b/; } | COLUMNS=60 everyuri stats --by host; { seq 5000 | sed 's,.*,http://a/,'; echo http://b/; seq 1700 | sed 's,.*,http://c/,'; } | COLUMNS=60 everyuri stats --color always --by host | tr '\033' '@'
> 5001 items: 5001 accepted by rfc3986, 0 refused
> 
> host       URIs: 5001; 2 different values
>   a       5000  100.0 %  ###################################
>   b          1    0.0 %  #
> 6701 items: 6701 accepted by rfc3986, 0 refused
> 
> host       URIs: 6701; 3 different values
>   a       5000   74.6 %  @[1;32m███████████████████████████████████@[0m
>   c       1700   25.4 %  @[1;32m███████████▉@[0m
>   b          1    0.0 %  @[1;32m▏@[0m

# on the narrowest page too
$ COLUMNS=20 everyuri stats --by host,reason http://some.long.host.example.org/ 'a b'
> 2 items: 1 accepted
> by rfc3986, 1
> refused
> 
> host       URIs: 1;
>            1
>            different
>            value
>   some...org  1  100.0 %  ########
> 
> reason     refused
>            items: 1;
>            1
>            different
>            value
>   space... 2.1)  1  100.0 %  ########
? 1

# with too little memory for all values rows are a sketch, as HTML too
$ seq 30000 | sed 's,.*,http://h&.d/,' >list; everyuri stats --memory 80000 --by host --top 3 --seed 1 --format html <list | grep -c "estimates"; everyuri stats --memory 80000 --by host --top 3 --seed 1 <list | sed 's/[0-9]\{2,\}/N/g'; rm list
> 2
> N items: N accepted by rfcN, 0 refused
> 
> host       URIs: N; about N (+- N) different values, the first 3
>            shown; estimates, because memory was short: the true count is at
>            least the count shown, and at most that count plus the number after
>            +; a value that is not listed occurs at most N times
>   hN.d  1 +N    0.0 %  ####################################################
>   hN.d  1 +N    0.0 %  ####################################################
>   hN.d  1 +N    0.0 %  ####################################################
>   others    N  N.0 %

# paths are as deep as they are, up to the deepest that is told apart; lengths from the least on
$ everyuri stats --by depth,length --format tsv "x:$(head -c 300 /dev/zero | tr '\0' /)" "http://h$(seq -f '/%g' 300 | tr -d '\n')" http://h/ | grep -v '	0	0$'; everyuri stats --by length x:y; everyuri stats --by length x:y x:yz "x:$(head -c 70000 /dev/zero | tr '\0' a)" | grep -v '  0.0 %'
> dimension	value	clause	count	error
> items	\N	\N	3	0
> accepted	\N	\N	3	0
> depth	0	\N	2	0
> depth	63 and more	\N	1	0
> length.sum	\N	\N	1411	0
> length.least	\N	\N	9	0
> length.most	\N	\N	1100	0
> length.p25	\N	\N	9	0
> length.p50	\N	\N	302	0
> length.p75	\N	\N	1100	0
> length.p90	\N	\N	1100	0
> length.p99	\N	\N	1100	0
> length	8-15	\N	1	0
> length	256-511	\N	1	0
> length	1024-2047	\N	1	0
> 1 item: 1 accepted by rfc3986, 0 refused
> 
> length     length of the accepted items in bytes: 3 to 3, mean 3.0; 25 % have at
>            most 3, 50 % have at most 3, 75 % have at most 3, 90 % have at most
>            3, 99 % have at most 3
>   2-3     1  100.0 %  ##########################################################
> 3 items: 3 accepted by rfc3986, 0 refused
> 
> length     length of the accepted items in bytes: 3 to 70002, mean 23336.3; 25 %
>            have at most 3, 50 % have at most 4, 75 % have at most 65536 to
>            70002, 90 % have at most 65536 to 70002, 99 % have at most 65536 to
>            70002
>   2-3           1   33.3 %  ####################################################
>   4-7           1   33.3 %  ####################################################
>   65536-131071  1   33.3 %  ####################################################

# what is too long for a table is told
$ everyuri stats --by query-key "http://h/?$(head -c 5000 /dev/zero | tr '\0' a)=1"
> 1 item: 1 accepted by rfc3986, 0 refused
> 
> query-key  pairs: 1; 0 different values; 1 longer than 1024 bytes are not listed
>   others  1  100.0 %

# as HTML: a bar is seen however thin it is, and there is none where nothing was counted
$ { seq 5000 | sed 's,.*,http://a/,'; echo http://b/; } | everyuri stats --by host --format html | grep -o 'rect[^>]*width="[^"]*"' | grep -o '[0-9.]*%'; everyuri stats --by depth --format html </dev/null | grep -c '<rect'
> 100.00%
> 0.31%
> 1

# a domain that was asked for by its name needs the list
$ everyuri stats --by domain,host --suffix-list none x:y; everyuri stats --as uri1994,url1993,rfc1630,rfc1738,rfc1808,rfc2396,rfc3986,rfc3987,whatwg --by standard --format tsv x:y | sed -n 5p
> standard	uri1994	\N	1	0
! everyuri: stats: none: No such file or directory

# reasons are told of where something was refused
$ everyuri stats http://h/ | grep -c reason; everyuri stats 'a b' | grep -c reason
> 0
> 1

# of nothing there are statistics, too, and nothing is divided by it
$ everyuri stats </dev/null | sed -n '1p;/^depth/,$p'; everyuri stats --format json </dev/null | cut -c -36; everyuri stats --format html </dev/null | grep -c '</html>'
> 0 items: 0 accepted by rfc3986, 0 refused
> depth      non-empty path segments, in 0 URIs
>   0       0    0.0 %
> 
> length     length of the accepted items in bytes: 0 to 0, mean 0.0
> {"items":0,"accepted":0,"refused":0,
> 1
