// Names declared twice in one block.
package main

const c = 1

type T int

func main() {
	var x int
	y := 1
	var y = 2 // problem: y redeclared in this block
	_, _ = x, y
	const y = 3 // problem: y redeclared in this block
	type L int
	type L string // problem: L redeclared in this block
	g(1, "") // problem: undefined: g
}
