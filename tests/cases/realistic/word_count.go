// Word frequencies of a text, top words, a histogram and letter statistics.
package main

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
)

const text = `It was the best of times, it was the worst of times, it was the age of wisdom,
it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity,
it was the season of Light, it was the season of Darkness; it was the spring of hope -
it was the winter of despair.`

type freq struct {
	Word  string
	Count int
}

func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}

func top(counts map[string]int, n int) []freq {
	out := make([]freq, 0, len(counts))
	for w, c := range counts {
		out = append(out, freq{w, c})
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Count != out[j].Count {
			return out[i].Count > out[j].Count
		}
		return out[i].Word < out[j].Word
	})
	return out[:min(n, len(out))]
}

func main() {
	ws := words(text)
	counts := make(map[string]int)
	first := map[string]int{}
	lengths := map[int][]string{}
	for i, w := range ws {
		counts[w]++
		if _, seen := first[w]; !seen {
			first[w] = i
			lengths[len(w)] = append(lengths[len(w)], w)
		}
	}
	fmt.Println("words:", len(ws), "unique:", len(counts), "lines:", strings.Count(text, "\n")+1)
	for i, f := range top(counts, 8) {
		fmt.Printf("%2d. %-12s %3d %5.1f%% %s\n", i+1, f.Word, f.Count, float64(f.Count)*100/float64(len(ws)), strings.Repeat("#", f.Count))
	}
	var ls []int
	for l := range lengths {
		ls = append(ls, l)
	}
	sort.Ints(ls)
	for _, l := range ls {
		sort.Strings(lengths[l])
		fmt.Println(l, strings.Join(lengths[l], " "))
	}
	var letters [26]int
	for _, r := range strings.ToLower(text) {
		if r >= 'a' && r <= 'z' {
			letters[r-'a']++
		}
	}
	best := 0
	for i, n := range letters {
		if n > letters[best] {
			best = i
		}
	}
	fmt.Printf("most frequent letter: %c (%d), missing:", 'a'+best, letters[best])
	for i, n := range letters {
		if n == 0 {
			fmt.Printf(" %c", 'a'+i)
		}
	}
	fmt.Println()
	fmt.Println(first["epoch"], first["despair"], top(map[string]int{}, 3))
}
