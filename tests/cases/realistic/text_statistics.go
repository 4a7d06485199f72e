// Words, lines and letters of a text.
package main

import (
	"bufio"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const text = `The quick brown fox jumps over the lazy dog. The dog barks; the fox runs away!
"Well," said the dog -- it's 3.14 o'clock, e.g. now.

Ünïcödé wörds: naïve café, 東京 and Москва.	Tab here.`

func main() {
	freq := map[string]int{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		freq[w]++
	}
	type kv struct {
		k string
		v int
	}
	var kvs []kv
	for k, v := range freq {
		kvs = append(kvs, kv{k, v})
	}
	sort.Slice(kvs, func(i, j int) bool {
		if kvs[i].v != kvs[j].v {
			return kvs[i].v > kvs[j].v
		}
		return kvs[i].k < kvs[j].k
	})
	for _, x := range kvs[:8] {
		fmt.Printf("%-6s %s %d\n", x.k, strings.Repeat("*", x.v), utf8.RuneCountInString(x.k))
	}
	sc := bufio.NewScanner(strings.NewReader(text))
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		fmt.Printf("%2d %3d %3d %q\n", n, len(line), utf8.RuneCountInString(line), line)
	}
	re := regexp.MustCompile(`(?i)\b(the)\s+(\p{L}+)`)
	for _, m := range re.FindAllStringSubmatch(text, -1) {
		fmt.Print(m[1], "+", m[2], " ")
	}
	fmt.Println(re.ReplaceAllString(text[:44], "<$2 of $1>"))
	caesar := func(s string, k rune) string {
		return strings.Map(func(r rune) rune {
			switch {
			case 'a' <= r && r <= 'z':
				return 'a' + (r-'a'+k+26)%26
			case 'A' <= r && r <= 'Z':
				return 'A' + (r-'A'+k+26)%26
			}
			return r
		}, s)
	}
	e := caesar(text, 3)
	fmt.Println(e[:30], caesar(e, -3) == text)
	wrap := func(s string, w int) (out []string) {
		line := ""
		for _, f := range strings.Fields(s) {
			if len(line)+len(f)+1 > w && line != "" {
				out = append(out, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += f
		}
		return append(out, line)
	}
	for i, l := range wrap(text, 30) {
		fmt.Printf("%02d|%-30s|%30s|\n", i, l, l)
	}
	rs := []rune(text)
	slices.Reverse(rs)
	fmt.Println(string(rs[:25]))
	fmt.Println(strings.Title("hello wörld it's o'clock"), strings.EqualFold("Straße", "STRASSE"), strings.ToUpper("straße ŉ ﬁ"), strings.ToLower("ÀÉÎ İ Σ"), strings.ToTitle("ǆ"))
	var sb strings.Builder
	for i, r := range "aabbbcdddd" {
		_ = i
		fmt.Fprintf(&sb, "%c", r)
	}
	s := sb.String()
	rle := ""
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] == s[i] {
			j++
		}
		rle += fmt.Sprintf("%c%d", s[i], j-i)
		i = j
	}
	fmt.Println(rle, strings.Count("cheese", "e"), strings.Index("chicken", "ken"), strings.TrimFunc("123abc456", unicode.IsDigit))
	fmt.Println(strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace("a<b&c"), strings.SplitAfter("a,b,c", ","), strings.Fields("  a  b "), strconv.Quote("tab\there"), len(strings.Split("", ",")), len(strings.Split("abc", "")))
}
