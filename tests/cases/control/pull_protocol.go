// The two sides of iter.Pull: panics on the way, stopping, and asking or yielding out of turn.
package main

import (
	"fmt"
	"iter"
)

type node struct{ v int }

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panic:", r)
		}
	}()
	f()
}

func main() {
	zero := 0
	var nothing *node
	next, stop := iter.Pull(func(yield func(int) bool) {
		yield(1)
		yield(10 / zero)
	})
	fmt.Println(next())
	try("division", func() { next() })
	fmt.Println(next())
	stop()

	next, stop = iter.Pull(func(yield func(int) bool) { yield(nothing.v) })
	try("nil", func() { next() })
	try("stop", stop)

	next, stop = iter.Pull(func(yield func(int) bool) {
		defer fmt.Println("deferred")
		for i := range 5 {
			fmt.Println("yield", i, yield(i))
		}
		fmt.Println("goes on to its end")
	})
	fmt.Println(next())
	stop()
	fmt.Println(next())

	next, stop = iter.Pull(func(yield func(int) bool) {
		yield(1)
		defer func() { panic(fmt.Sprint("while stopping ", recover())) }()
		yield(2)
	})
	next()
	next()
	try("stop", stop)
	try("stop again", stop)

	var again func() (int, bool)
	again, stop = iter.Pull(func(yield func(int) bool) {
		try("inside", func() { again() })
		yield(3)
		again()
	})
	fmt.Println(again())
	try("outside", func() { again() })
	fmt.Println(again())

	var saved func(int) bool
	next, stop = iter.Pull(func(yield func(int) bool) {
		saved = yield
		yield(4)
	})
	fmt.Println(next())
	try("yield outside", func() { saved(5) })
	stop()
	fmt.Println(saved(6))
	stop()
	next, stop = iter.Pull(func(yield func(int) bool) { fmt.Println("never begun") })
	stop()
	fmt.Println(next())
}
