// Reversal, palindromes, anagrams, run-length coding, longest common prefix.
package main

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
)

func rle(s string) string {
	var sb strings.Builder
	rs := []rune(s)
	for i := 0; i < len(rs); {
		j := i
		for j < len(rs) && rs[j] == rs[i] {
			j++
		}
		fmt.Fprintf(&sb, "%d%c", j-i, rs[i])
		i = j
	}
	return sb.String()
}

func unrle(s string) string {
	out, n := "", 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			n = n*10 + int(r-'0')
			continue
		}
		out += strings.Repeat(string(r), n)
		n = 0
	}
	return out
}

func key(s string) string {
	b := []byte(strings.ToLower(s))
	sort.Slice(b, func(i, j int) bool { return b[i] < b[j] })
	return string(b)
}

func prefix(ws ...string) string {
	if len(ws) == 0 {
		return ""
	}
	p := ws[0]
	for _, w := range ws[1:] {
		for !strings.HasPrefix(w, p) {
			p = p[:len(p)-1]
		}
	}
	return p
}

func levenshtein(a, b string) int {
	ra, rb := []rune(a), []rune(b)
	prev := make([]int, len(rb)+1)
	for j := range prev {
		prev[j] = j
	}
	for i, x := range ra {
		cur := []int{i + 1}
		for j, y := range rb {
			cost := 1
			if x == y {
				cost = 0
			}
			cur = append(cur, min(prev[j]+cost, prev[j+1]+1, cur[j]+1))
		}
		prev = cur
	}
	return prev[len(rb)]
}

func main() {
	fmt.Println(rle("aaabccccé"), unrle(rle("wwwwaaadex")), unrle("12x3y"))
	groups := map[string][]string{}
	for _, w := range strings.Fields("listen silent enlist google elgoog abc") {
		groups[key(w)] = append(groups[key(w)], w)
	}
	fmt.Println(len(groups), groups)
	fmt.Println(prefix("flower", "flow", "flight"), prefix("a", "b") == "", prefix("same"))
	fmt.Println(levenshtein("kitten", "sitting"), levenshtein("", "abc"), levenshtein("größe", "grosse"))
	words := strings.FieldsFunc("one,two;;three  four", func(r rune) bool { return strings.ContainsRune(",; ", r) })
	for i, j := 0, len(words)-1; i < j; i, j = i+1, j-1 {
		words[i], words[j] = words[j], words[i]
	}
	fmt.Println(strings.Join(words, " "), len(words))
}
