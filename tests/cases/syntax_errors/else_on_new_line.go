// else must follow the closing brace on its line.
package main

func main() {
	x := 1
	if x > 0 {
		x++
	}
	else { // problem: syntax error: unexpected keyword else, expected }
		x--
	}
}
