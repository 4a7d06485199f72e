// Named functions cannot be declared inside functions.
package main

func main() {
	func inner() int { return 1 } // problem: syntax error: unexpected name inner, expected (
	println(inner()) // problem: syntax error: non-declaration statement outside function body
}
