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
> host       URIs: 30000; about [...] (+- [...]) different values, the first 1 here; a sketch, for want of memory: each occurred at least as often as it says, and at most as often as is added behind +; what has no row, at most [...] times
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
> port       URIs: 2, and 1 without; 2 different values
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
> port       URIs: 1, and 1 without; 1
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
! everyuri: stats: --by: "host,color" names something else than scheme, standard, host, domain, port, extension, query-key, depth, length and reason
! usage: everyuri stats [OPTION]... [URI]...
? 2

# --top and --memory have bounds
$ everyuri stats --top 0
! everyuri: stats: --top: "0" is not a number from 1 to 100000
! usage: everyuri stats [OPTION]... [URI]...
? 2

# and --memory those that the threads need
$ everyuri stats --memory 100000 -j 3 </dev/null
! everyuri: stats: --memory: too little for 3 threads, which need 442368 bytes
! usage: everyuri stats [OPTION]... [URI]...
? 2

# --memory has a least
$ everyuri stats --memory 1000
! everyuri: stats: --memory: "1000" is not a number of bytes from 73728 to 2147483648
! usage: everyuri stats [OPTION]... [URI]...
? 2

# a directory cannot be read, and nothing is told
$ everyuri stats </
! everyuri: stats: standard input: Is a directory
? 2
