// = where == was meant.
package main

func main() {
	x := 1
	if x = 2 { // problem: syntax error: cannot use assignment x = 2 as value
		println(x)
	}
}
