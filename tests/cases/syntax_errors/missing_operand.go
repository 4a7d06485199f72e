// Expressions with holes.
package main

func main() {
	x := 5 +
	y := * 3 // problem: syntax error: unexpected := at end of statement
	println(x, y)
}
