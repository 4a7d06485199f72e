// What a return statement gave stays the result when a deferred call, or an iterator, panics later; `_` results keep theirs, too.
package main

import (
	"errors"
	"fmt"
	"iter"
)

type pair struct{ a, b int }

func quiet() { _ = recover() }

func blank() (_ int, err any) {
	defer func() { err = recover() }()
	return 5, 1
}

func blanks() (_, _ int, err error) {
	defer func() { err = errors.New("late") }()
	for i := range 3 {
		if i == 1 {
			return i, i + 1, nil
		}
	}
	return
}

func mixed() (_ []int, x int, _ pair) {
	defer func() { x *= 2 }()
	return []int{1}, 2, pair{3, 4}
}

func unnamed() (string, [2]int) {
	defer quiet()
	defer panic("deferred")
	return "kept", [2]int{1, 2}
}

func replaced(fail bool) (int, error) {
	defer quiet()
	defer func() {
		if fail {
			panic("after the return")
		}
	}()
	if fail {
		return 1, errors.New("first")
	}
	panic("before the return")
}

// terrify ends with a panic whatever the loop does.
func terrify(values ...string) iter.Seq[string] {
	return func(yield func(string) bool) {
		defer panic("iterator")
		for _, v := range values {
			if !yield(v) {
				return
			}
		}
	}
}

func fromLoop() string {
	defer quiet()
	for s := range terrify("found") {
		return s
	}
	return "not reached"
}

func fromInner() (string, int) {
	defer quiet()
	for s := range terrify("outer") {
		return s + func() string {
			defer quiet()
			for s := range terrify("inner", "not seen") {
				return "+" + s
			}
			return "not reached"
		}(), 2
	}
	return "not reached", 0
}

func neverReturned() (string, int, *pair) {
	defer quiet()
	for range terrify("x") {
	}
	return "not reached", 1, &pair{}
}

// swallow goes on after the loop has ended, and hides what comes of it.
func swallow(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			func() {
				defer quiet()
				yield(i)
			}()
		}
	}
}

func ended() (seen []int, why any) {
	defer func() { why = recover() }()
outer:
	for i := range 3 {
		for j := range swallow(3) {
			seen = append(seen, i*10+j)
			break outer
		}
	}
	return
}

func saved() (why []any) {
	var call func(int) bool
	try := func(f func()) {
		defer func() { why = append(why, recover()) }()
		f()
	}
	each := func(yield func(int) bool) { call = yield; yield(1) }
	try(func() {
		for range each {
			panic("body")
		}
	})
	try(func() { call(2) })
	try(func() {
		for range each {
		}
	})
	try(func() { call(3) })
	try(func() { call(4) })
	return
}

func main() {
	fmt.Println(blank())
	fmt.Println(blanks())
	fmt.Println(mixed())
	fmt.Println(unnamed())
	fmt.Println(replaced(true))
	fmt.Println(replaced(false))
	fmt.Println(fromLoop())
	fmt.Println(fromInner())
	fmt.Println(neverReturned())
	fmt.Println(ended())
	for _, why := range saved() {
		fmt.Println(why)
	}
}
