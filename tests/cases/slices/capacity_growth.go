// Capacities after append follow Go's growth rule and size classes, per element size.
package main

import "fmt"

// sink keeps every slice alive: a slice that never leaves its function may start on the stack, with other capacities.
var sink any

func grow[T any](name string, upTo int) {
	var s []T
	var zero T
	last := -1
	fmt.Printf("%s:", name)
	for i := 0; i < upTo; i++ {
		s = append(s, zero)
		sink = s
		if cap(s) != last {
			last = cap(s)
			fmt.Printf(" %d", last)
		}
	}
	fmt.Println()
}

type three struct{ a, b, c int32 }
type five struct {
	a, b, c, d, e int64
}

func main() {
	grow[int]("int", 3000)
	grow[byte]("byte", 5000)
	grow[int16]("int16", 2000)
	grow[int32]("int32", 2000)
	grow[string]("string", 2000)
	grow[any]("any", 1000)
	grow[[]int]("slice", 1000)
	grow[three]("three", 1000)
	grow[five]("five", 500)
	grow[*int]("pointer", 1000)
	grow[bool]("bool", 100)
	grow[struct{}]("empty", 10)
}
