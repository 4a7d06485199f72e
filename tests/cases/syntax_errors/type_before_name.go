// Declarations with the type first.
package main

func add(int a, int b) int {
	return a + b
}

func main() {
	int32 x = 5 // problem: syntax error: unexpected name x at end of statement
	println(add(x, 1))
}
