// Keywords as names.
package main

func main() {
	type := 5 // problem: syntax error: unexpected :=, expected name
	range := 6 // problem: syntax error: unexpected keyword range, expected }
	println(type, range) // problem: syntax error: unexpected comma, expected name
}
