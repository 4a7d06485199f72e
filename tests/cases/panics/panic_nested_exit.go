// The chain of panics of a recursion whose deferred functions panic again.
package main

import "fmt"

type E struct{ n int }

func (e E) Error() string { return fmt.Sprintf("E%d", e.n) }

func f(n int) {
	defer func() {
		if n == 2 {
			panic(fmt.Errorf("while %d: %w", n, E{n}))
		}
	}()
	if n == 0 {
		panic(E{n})
	}
	f(n - 1)
}

func main() {
	defer fmt.Println("deferred runs")
	defer func() {
		r := recover()
		fmt.Println("got", r)
		panic(r)
	}()
	f(3)
}
