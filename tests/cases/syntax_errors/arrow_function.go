// Functions of other languages.
package main

func main() {
	f := (x) => x + 1 // problem: syntax error: unexpected = at end of statement
	_ = f
}
