// Composite literals with wrong types, counts and missing commas.
package main

type pt struct{ X, Y int }
type line struct {
	A, B pt
	Name string
}

func main() {
	_ = pt{Z: 1} // problem: unknown field Z in struct literal of type pt
	_ = line{A: {1, 2}} // problem: missing type in composite literal
	_ = line{pt{1, 2}, pt{}, 5} // problem: cannot use 5 (untyped int constant) as string value in struct literal
	_ = []pt{{1, 2}, {3}, 5} // problem: cannot use 5 (untyped int constant) as pt value in array or slice literal ;; too few values in struct literal of type pt
}
