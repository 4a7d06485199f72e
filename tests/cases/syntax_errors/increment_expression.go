// ++ is a statement, not an expression, and has no prefix form.
package main

func main() {
	x := 3
	y := x++ // problem: syntax error: unexpected ++ at end of statement
	++x // problem: syntax error: unexpected ++, expected }
	_ = y
}
