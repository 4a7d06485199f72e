// Every way of matching, for many expressions and texts, invalid UTF-8 among them.
package main

import (
	"fmt"
	"regexp"
	"strings"
)

func main() {
	texts := []string{"", "a", "abc", "aaa", "hello world foo", "a1b22c333", "é日本x", "a\xffb\xfe", "line1\nline2\r\nline3", "user@example.com, bob@x.org", "2024-01-02T03:04:05Z", "aXbXc", "  lead", "\xff\xff"}
	pats := []string{"", "a", "a*", "b?", ".", ".*", "^", "$", "\\b", "\\w+", "[0-9]+", "(\\w)(\\d*)", "(?P<y>\\d{4})-(?P<m>\\d\\d)", "(a)|(b)", "x*|b", "(?i)X", "(?m)^line\\d$", "(?s)l.*3", "[^a-z]+", "\\s+", "é", "(a*)(b*)", "(?U)a+", "\\pL+", "日|本", "\\x{65e5}", "(?:a|ab)(?:c|bcd)?", "\\Qa.b\\E", "[[:alpha:]]+", "(\\w+)@(\\w+)\\.(com|org)"}
	for _, p := range pats {
		re := regexp.MustCompile(p)
		fmt.Println("==", re, re.NumSubexp(), re.SubexpNames(), re.SubexpIndex("m"))
		for _, t := range texts {
			fmt.Printf("%q %v %v %v\n", t, re.MatchString(t), re.FindStringIndex(t), re.FindAllStringIndex(t, -1))
			fmt.Printf("  %q %q %v %v\n", re.FindString(t), re.FindStringSubmatch(t), re.FindStringSubmatchIndex(t), re.FindAllStringSubmatchIndex(t, 3))
			fmt.Printf("  %q %q\n", re.FindAllString(t, 2), re.FindAllStringSubmatch(t, -1))
			fmt.Printf("  %q %q %q\n", re.ReplaceAllString(t, "<$0$1>"), re.ReplaceAllLiteralString(t, "$1"), re.ReplaceAllStringFunc(t, strings.ToUpper))
			fmt.Printf("  %q %q %q\n", re.Split(t, -1), re.Split(t, 2), re.Split(t, 0))
			fmt.Printf("  %q %q %v\n", re.Find([]byte(t)), re.FindAll([]byte(t), -1), re.ReplaceAll([]byte(t), []byte("[$0]")))
		}
	}
	re := regexp.MustCompile(`(?P<first>\w+)\s+(?P<last>\w+)`)
	for _, tpl := range []string{"$last, $first", "${last}x", "$lastx", "$1x", "${1}x", "$$", "$", "$9", "${", "${first", "$first$last", "a$", "${first}_$2", "$-", "${a-b}", "$10", "$01"} {
		fmt.Printf("%q %q\n", tpl, re.ReplaceAllString("john smith!", tpl))
	}
	l := regexp.MustCompile("a+?|ab")
	fmt.Println(l.FindString("aab"))
	fmt.Println(l.FindString("aab"), l.FindString("ab"))
	fmt.Println(regexp.QuoteMeta("a.b*c[d]$^+?{}()|\\é"))
	fmt.Println(regexp.MatchString("a(", "x"))
	fmt.Println(regexp.MatchString("a.c", "abc"))
	fmt.Println(len(regexp.MustCompile(`\d`).FindAllString("1234567890123", -1)), cap(regexp.MustCompile(`\d`).FindAllString("1234567890123", -1)))
	var nre *regexp.Regexp
	defer func() { fmt.Println(recover()) }()
	nre.MatchString("x")
}
