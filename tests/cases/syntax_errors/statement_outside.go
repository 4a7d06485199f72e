// Statements belong into functions.
package main

x := 5 // problem: syntax error: non-declaration statement outside function body

func main() {
	println(x)
}
