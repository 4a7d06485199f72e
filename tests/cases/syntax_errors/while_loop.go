// Go has no while.
package main

func main() {
	x := 3
	while x > 0 { // problem: syntax error: unexpected name x at end of statement
		x--
	}
} // problem: syntax error: non-declaration statement outside function body
