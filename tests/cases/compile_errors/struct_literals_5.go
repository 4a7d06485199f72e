// Composite literals with wrong types, counts and missing commas.
package main

type pt struct{ X, Y int }
type line struct {
	A, B pt
	Name string
}

func main() {
	_ = fmt{} // problem: undefined: fmt
}
