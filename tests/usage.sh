# usage.sh - for a script without arguments: print its first comment for --help, and refuse everything else.
if [ $# != 0 ]; then
	[ "$1" = --help ] || { echo "$0: unexpected argument \"$1\"; this script takes none" >&2; exit 2; }
	sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
	exit
fi
