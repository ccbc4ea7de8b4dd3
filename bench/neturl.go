// neturl.go FILE - Go's net/url, for remote.c: a sample for each line of standard input.
package main

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"strings"
	"syscall"
)

const leastNs = 20_000_000 // as in parse.c

// The compiler must not optimise the result away.
var result *url.URL

// User and kernel time of the whole process, so that the collector's threads count.
func spentNs() int64 {
	var usage syscall.Rusage

	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		giveUp(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func giveUp(err error) {
	fmt.Fprintln(os.Stderr, "bench:", err)
	os.Exit(2)
}

func pass(lines []string) (accepted int) {
	for _, line := range lines {
		if parsed, err := url.Parse(line); err == nil {
			result = parsed
			accepted++
		}
	}
	return accepted
}

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		giveUp(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	asked := bufio.NewReader(os.Stdin)
	for {
		if _, err := asked.ReadString('\n'); err != nil {
			return
		}
		accepted, passes, begun, spent := 0, 0, spentNs(), int64(0)
		for spent < leastNs {
			accepted = pass(lines)
			passes++
			spent = spentNs() - begun
		}
		fmt.Printf("%.3f %d\n", float64(spent)/float64(passes*len(lines)), accepted)
	}
}
