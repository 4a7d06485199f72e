// Calling what is no function.
package main

type T struct{ F func() }

func main() {
	n := 5
	n() // problem: invalid operation: cannot call n (variable of type int): int is not a function
	"text"() // problem: invalid operation: cannot call "text" (untyped string constant): untyped string is not a function
	t := T{}
	t.F()
	t() // problem: invalid operation: cannot call t (variable of struct type T): T is not a function
	5(1) // problem: invalid operation: cannot call 5 (untyped int constant): untyped int is not a function
	var m map[string]int
	_ = m
}
