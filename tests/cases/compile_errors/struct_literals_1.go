// Composite literals with wrong types, counts and missing commas.
package main

type pt struct{ X, Y int }
type line struct {
	A, B pt
	Name string
}

func main() {
	_ = pt{1} // problem: too few values in struct literal of type pt
	_ = pt{1, 2, 3} // problem: too many values in struct literal of type pt
	_ = pt{X: 1, 2} // problem: mixture of field:value and value elements in struct literal
	_ = pt{X: "a"} // problem: cannot use "a" (untyped string constant) as int value in struct literal
}
