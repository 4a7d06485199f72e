// Wrong uses of embedded and promoted members.
package main

import "fmt"

type A struct{ X int }
type B struct{ X int }
type C struct {
	A
	B
}

func (A) M() {}
func (B) M() {}

type D struct {
	A
	*B
	int
}

func main() {
	c := C{}
	_ = D{A{1}, nil, 5}.int
	d := D{}
	fmt.Println(d.X, d.Y, d.A.Y) // problem: ambiguous selector d.X ;; d.A.Y undefined (type A has no field or method Y) ;; d.Y undefined (type D has no field or method Y)
	var i interface{ M() } = c // problem: cannot use c (variable of struct type C) as interface{M()} value in variable declaration: C does not implement interface{M()} (ambiguous selector C.M)
	_ = i
	_ = struct {
		A
		A // problem: A redeclared
	}{}
}
