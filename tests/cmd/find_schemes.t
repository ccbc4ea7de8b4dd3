; everyuri find: which schemes

# --any-scheme: unknown ones too, if "//" and a host follow
$ T='s3://b/k gs://b/x. postgres://u:p@h/db, (postgresql+psycopg2://h/db) end.docker://img <x-y://h> foo://bar/baz note: a//b x:// 1s3://b'; echo "$T" | everyuri find --any-scheme; echo "$T" | everyuri find
> s3://b/k
> gs://b/x
> postgres://u:p@h/db
> postgresql+psycopg2://h/db
> docker://img
> x-y://h
> foo://bar/baz
> x-y://h

# --scheme: these and no others, not even in brackets
$ echo 's3://b/k <http://h/> http://h/ S3://B sip:a@b.c gs://b' | everyuri find --scheme s3 --scheme SIP; everyuri find --scheme gs </dev/null
> s3://b/k
> S3://B
> sip:a@b.c
? 1

# wrong names, and both options
$ everyuri find --scheme 1x </dev/null; everyuri find --scheme a --any-scheme </dev/null
! everyuri: find: --scheme: "1x" is not the name of a scheme
! usage: everyuri find [OPTION]... [FILE]...
! see 'everyuri help find'
! everyuri: find: --scheme and --any-scheme cannot be used together
! usage: everyuri find [OPTION]... [FILE]...
! see 'everyuri help find'
? 2
