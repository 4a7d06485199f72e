// Composite literals with wrong types, counts and missing commas.
package main

type pt struct{ X, Y int }
type line struct {
	A, B pt
	Name string
}

func main() {
	_ = struct{ a int }{b: 1} // problem: unknown field b in struct literal of type struct{a int}
	_ = [2]string{"a", 5} // problem: cannot use 5 (untyped int constant) as string value in array or slice literal
	_ = []missing{1} // problem: undefined: missing
	_ = *pt{} // problem: invalid operation: cannot indirect pt{} (value of struct type pt)
}
