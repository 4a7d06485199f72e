// Range over iterator functions with early exit, nested loops, returns and defers.
package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

func count(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		defer fmt.Print("[end] ")
		for i := range n {
			if !yield(i) {
				fmt.Print("[stopped] ")
				return
			}
		}
	}
}

func pairs(m []string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i, s := range m {
			if !yield(i, s) {
				return
			}
		}
	}
}

func filter[T any](s iter.Seq[T], keep func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range s {
			if keep(v) && !yield(v) {
				return
			}
		}
	}
}

func find(want int) (res string) {
	defer func() { res += "!" }()
	for v := range count(100) {
		defer fmt.Print("[d", v, "] ")
		if v == want {
			return fmt.Sprint("found ", v)
		}
	}
	return "none"
}

type tree struct {
	l, r *tree
	v    int
}

func (t *tree) all(yield func(int) bool) bool {
	return t == nil || t.l.all(yield) && yield(t.v) && t.r.all(yield)
}

func main() {
	for v := range count(3) {
		fmt.Print(v, " ")
	}
	fmt.Println()
	for v := range count(5) {
		if v == 1 {
			continue
		}
		if v == 3 {
			break
		}
		fmt.Print(v, " ")
	}
	fmt.Println()
	for i, s := range pairs([]string{"a", "b"}) {
		fmt.Print(i, s, " ")
	}
	for range pairs([]string{"x", "y"}) {
		fmt.Print(".")
	}
	fmt.Println()
	fmt.Println(find(2))
outer:
	for a := range count(3) {
		for b := range count(3) {
			if b == 1 {
				continue outer
			}
			if a == 2 {
				break outer
			}
			fmt.Print(a, b, " ")
		}
	}
	fmt.Println()
	for v := range filter(count(10), func(v int) bool { return v%3 == 0 }) {
		fmt.Print(v, " ")
	}
	fmt.Println()
	t := &tree{&tree{nil, nil, 1}, &tree{nil, nil, 3}, 2}
	for v := range func(y func(int) bool) { t.all(y) } {
		fmt.Print(v, " ")
	}
	fmt.Println()
	var fs []func() int
	for v := range count(2) {
		fs = append(fs, func() int { v++; return v })
	}
	fmt.Println(fs[0](), fs[0](), fs[1]())
	next, stop := iter.Pull(count(2))
	fmt.Println(next())
	fmt.Println(next())
	fmt.Println(next())
	stop()
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		for v := range count(3) {
			if v == 1 {
				panic("in body")
			}
		}
	}()
	fmt.Println(slices.Collect(maps.Values(map[int]string{1: "one"})), slices.Collect(count(3)))
}
