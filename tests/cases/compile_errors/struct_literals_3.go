// Composite literals with wrong types, counts and missing commas.
package main

type pt struct{ X, Y int }
type line struct {
	A, B pt
	Name string
}

func main() {
	_ = map[string]pt{"a": {1, "b"}} // problem: cannot use "b" (untyped string constant) as int value in struct literal
	_ = map[pt]string{{1, 2}: 3} // problem: cannot use 3 (untyped int constant) as string value in map literal
	_ = &pt{1, 2}.X // problem: invalid operation: cannot take address of pt{…}.X (value of type int)
	_ = int{5} // problem: invalid composite literal type int
}
