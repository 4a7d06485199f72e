// Closures as iterators, accumulators, memoizers, state machines and undo stacks.
package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

func fib() func() int {
	a, b := 0, 1
	return func() int {
		r := a
		a, b = b, a+b
		return r
	}
}

func take[T any](n int, next func() T) (out []T) {
	for range n {
		out = append(out, next())
	}
	return
}

func cycle[T any](xs ...T) func() T {
	i := -1
	return func() T {
		i = (i + 1) % len(xs)
		return xs[i]
	}
}

func throttle(n int, f func(string)) func(string) {
	calls := 0
	return func(s string) {
		if calls++; calls%n == 0 {
			f(s + "@" + strconv.Itoa(calls))
		}
	}
}

func memo(f func(func(int) int, int) int) func(int) int {
	cache := map[int]int{}
	var self func(int) int
	self = func(n int) int {
		if v, ok := cache[n]; ok {
			return v
		}
		v := f(self, n)
		cache[n] = v
		return v
	}
	return self
}

func pipeline(fs ...func(string) string) (run func(string) string, add func(func(string) string)) {
	run = func(s string) string {
		for _, f := range fs {
			s = f(s)
		}
		return s
	}
	add = func(f func(string) string) { fs = append(fs, f) }
	return
}

func main() {
	f, g := fib(), fib()
	fmt.Println(take(10, f), take(3, g), f(), g())
	c := cycle("a", "b", "c")
	fmt.Println(take(7, c))
	var got []string
	t := throttle(3, func(s string) { got = append(got, s) })
	for _, s := range strings.Split("pqrstuvw", "") {
		t(s)
	}
	fmt.Println(got)
	calls := 0
	fact := memo(func(self func(int) int, n int) int {
		calls++
		if n < 2 {
			return 1
		}
		return n * self(n-1)
	})
	fmt.Println(fact(10), fact(12), calls)
	run, add := pipeline(strings.TrimSpace, strings.ToUpper)
	add(func(s string) string { return "<" + s + ">" })
	fmt.Println(run("  hi "))
	var undo []func()
	x := 1
	set := func(v int) {
		old := x
		undo = append(undo, func() { x = old })
		x = v
	}
	set(5)
	set(9)
	fmt.Println(x)
	for len(undo) > 0 {
		undo[len(undo)-1]()
		undo = undo[:len(undo)-1]
		fmt.Print(x, " ")
	}
	fmt.Println()
	type state func(rune) state
	var words, nums int
	var start, inWord, inNum state
	start = func(r rune) state {
		switch {
		case unicode.IsLetter(r):
			words++
			return inWord
		case unicode.IsDigit(r):
			nums++
			return inNum
		}
		return start
	}
	inWord = func(r rune) state {
		if unicode.IsLetter(r) {
			return inWord
		}
		return start(r)
	}
	inNum = func(r rune) state {
		if unicode.IsDigit(r) {
			return inNum
		}
		return start(r)
	}
	s := state(start)
	for _, r := range "abc 12 de3 4f" {
		s = s(r)
	}
	fmt.Println(words, nums)
}
