// Longest common subsequence, a line diff and edit scripts.
package main

import (
	"fmt"
	"slices"
	"strings"
)

func lcs(a, b []string) [][]int {
	t := make([][]int, len(a)+1)
	for i := range t {
		t[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				t[i][j] = t[i+1][j+1] + 1
			} else {
				t[i][j] = max(t[i+1][j], t[i][j+1])
			}
		}
	}
	return t
}

type Op struct {
	Kind byte
	Text string
}

func (o Op) String() string { return string(o.Kind) + o.Text }

func diff(a, b []string) (ops []Op) {
	t := lcs(a, b)
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			ops = append(ops, Op{' ', a[i]})
			i++
			j++
		case j == len(b) || i < len(a) && t[i+1][j] >= t[i][j+1]:
			ops = append(ops, Op{'-', a[i]})
			i++
		default:
			ops = append(ops, Op{'+', b[j]})
			j++
		}
	}
	return
}

func stats(ops []Op) map[string]int {
	m := map[string]int{}
	for _, o := range ops {
		m[map[byte]string{' ': "same", '+': "added", '-': "removed"}[o.Kind]]++
	}
	return m
}

func apply(ops []Op) (before, after []string) {
	for _, o := range ops {
		if o.Kind != '+' {
			before = append(before, o.Text)
		}
		if o.Kind != '-' {
			after = append(after, o.Text)
		}
	}
	return
}

func main() {
	old := strings.Split("package main\nimport fmt\nfunc main() {\n  print(1)\n  print(2)\n}", "\n")
	new := strings.Split("package main\nfunc main() {\n  x := 5\n  print(1)\n  print(3)\n}\n// end", "\n")
	ops := diff(old, new)
	for _, o := range ops {
		fmt.Println(o)
	}
	fmt.Println(stats(ops), len(ops))
	b, a := apply(ops)
	fmt.Println(slices.Equal(b, old), slices.Equal(a, new))
	w := diff(strings.Split("kitten", ""), strings.Split("sitting", ""))
	fmt.Println(w, stats(w)["same"])
	fmt.Println(diff(nil, []string{"x"}), diff([]string{"x"}, nil), diff(nil, nil) == nil)
}
