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
	fmt.Println(c.X) // problem: ambiguous selector c.X
	c.M() // problem: ambiguous selector c.M
	_ = C{X: 1} // problem: unknown field X in struct literal of type C
	_ = D{A: A{1}, B: B{2}} // problem: cannot use B{…} (value of struct type B) as *B value in struct literal
	_ = D{A{1}, nil, 5}.int
	d := D{}
	_ = d
	_ = i // problem: undefined: i
	_ = struct {
		A
	}{}
}
