// Names of groups, also when two groups share one.
package main

import (
	"fmt"
	"regexp"
)

func main() {
	for _, expr := range []string{`(?P<x>hi)|(?P<x>bye)`, `(?P<foo>.*)(?P<bar>(a)b)(?P<foo>.*)a`, `(?:a)(?i:b)([(<]?)\((?<n>[\](<]+)\Q(<\E(?<n>c)`, `(<)(?P<a>x)?`} {
		re := regexp.MustCompile(expr)
		fmt.Printf("%q %d %d %d\n", re.SubexpNames(), re.NumSubexp(), re.SubexpIndex("x"), re.SubexpIndex("n"))
	}
	re := regexp.MustCompile(`(?P<x>hi)|(?P<x>bye)`)
	fmt.Println(re.ReplaceAllString("hi bye", "<$x$x>"))
}
