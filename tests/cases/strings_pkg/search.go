// Contains, Index and friends, prefixes, counts.
package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

func main() {
	s := "go gopher, go home"
	fmt.Println(strings.Contains(s, "gopher"), strings.ContainsAny(s, "xyz"), strings.ContainsRune(s, 'h'), strings.Contains(s, ""), strings.ContainsAny("", ""))
	fmt.Println(strings.Index(s, "go"), strings.LastIndex(s, "go"), strings.Index(s, "zz"), strings.IndexByte(s, 'p'), strings.IndexRune("héé", 'é'), strings.IndexAny(s, "pr,"), strings.LastIndexAny(s, "eo"), strings.LastIndexByte(s, 'o'), strings.Index(s, ""), strings.LastIndex(s, ""))
	fmt.Println(strings.IndexFunc("abc1", unicode.IsDigit), strings.LastIndexFunc("a1b2c", unicode.IsDigit), strings.IndexFunc("abc", unicode.IsDigit))
	fmt.Println(strings.HasPrefix(s, "go "), strings.HasSuffix(s, "home"), strings.HasPrefix(s, ""), strings.HasPrefix("", "a"))
	fmt.Println(strings.Count(s, "go"), strings.Count("cheese", "e"), strings.Count("five", ""), strings.Count("aaaa", "aa"), strings.Count("héé", ""))
	before, after, ok := strings.Cut("key=value=x", "=")
	fmt.Println(before, after, ok)
	before, after, ok = strings.Cut("none", "=")
	fmt.Printf("%q %q %v\n", before, after, ok)
	r, ok := strings.CutPrefix("prefix-body", "prefix-")
	fmt.Println(r, ok)
	r, ok = strings.CutSuffix("a.txt", ".md")
	fmt.Println(r, ok)
	fmt.Println(strings.EqualFold("GoLang", "golang"), strings.Compare("b", "a"), strings.ContainsFunc("abc", func(r rune) bool { return r > 'b' }))
	fmt.Println(strings.Index("日本語", "語"), strings.IndexRune("日本語", '本'), strings.IndexByte("日本語", 0x9c))
	fmt.Println(strings.Index("chicken", "dmr"), strings.LastIndex("go gopher", "rodent"), strings.IndexAny("golang", "gy"), strings.IndexRune("x", utf8.RuneError))
}
