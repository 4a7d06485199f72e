// A log parser, validators and a tokenizer with regular expressions.
package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var logRe = regexp.MustCompile(`^(\S+) \[(\w+)\] (?:user=(\d+) )?(.*)$`)

type tok struct{ kind, text string }

func lex(src string) (out []tok, err error) {
	rules := []struct {
		kind string
		re   *regexp.Regexp
	}{
		{"num", regexp.MustCompile(`^\d+(\.\d+)?`)},
		{"id", regexp.MustCompile(`^[A-Za-z_]\w*`)},
		{"op", regexp.MustCompile(`^(==|<=|[-+*/=<()])`)},
		{"ws", regexp.MustCompile(`^\s+`)},
	}
next:
	for len(src) > 0 {
		for _, r := range rules {
			if loc := r.re.FindStringIndex(src); loc != nil {
				if r.kind != "ws" {
					out = append(out, tok{r.kind, src[:loc[1]]})
				}
				src = src[loc[1]:]
				continue next
			}
		}
		return out, fmt.Errorf("unexpected %q", src[:1])
	}
	return
}

func main() {
	for _, l := range []string{"10:00 [INFO] user=5 logged in", "10:01 [WARN] disk 90%", "garbage"} {
		if m := logRe.FindStringSubmatch(l); m != nil {
			fmt.Printf("%q\n", m[1:])
		} else {
			fmt.Println("no match:", l)
		}
	}
	email := regexp.MustCompile(`^[\w.+-]+@[\w-]+\.[\w.]+$`)
	ip := regexp.MustCompile(`^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$`)
	for _, s := range []string{"a.b+c@x-y.co.uk", "bad@", "192.168.1.255", "256.1.1.1", "1.2.3"} {
		fmt.Println(s, email.MatchString(s), ip.MatchString(s))
	}
	fmt.Println(lex("x1 = 3.14*(y+2) <= z"))
	fmt.Println(lex("a ? b"))
	hex := regexp.MustCompile(`#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})`)
	for _, m := range hex.FindAllStringSubmatch("#ff8000 and #0Af", -1) {
		for _, c := range m[1:] {
			n, _ := strconv.ParseUint(c, 16, 8)
			fmt.Print(n, " ")
		}
	}
	fmt.Println()
	words := map[string]int{}
	for _, w := range regexp.MustCompile(`[a-z']+`).FindAllString(strings.ToLower("Don't stop. Stop? DON'T!"), -1) {
		words[w]++
	}
	fmt.Println(words)
	md := regexp.MustCompile(`\[([^\]]+)\]\(([^)]+)\)`)
	fmt.Println(md.ReplaceAllString("see [docs](http://d.io) and [x](y)", `<a href="$2">$1</a>`))
}
