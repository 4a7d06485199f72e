// Names declared twice in one block.
package main

const c = 1

var c = 2 // problem: c redeclared in this block

type T int
type T string // problem: T redeclared in this block

func g(a int, a string) {} // problem: a redeclared in this block

func main() {
	var x int
	var x string // problem: x redeclared in this block
	y := 1
	_, _ = x, y
	type L int
	g(1, "")
}
