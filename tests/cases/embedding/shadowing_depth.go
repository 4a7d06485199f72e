// The shallowest field wins; equal depth is ambiguous unless qualified.
package main

import "fmt"

type A struct{ X, Only int }
type B struct{ X int }
type C struct {
	A
	B
	Y int
}
type D struct {
	C
	X string
}
type E struct {
	D
	Y float64
}

func (A) M() string   { return "A.M" }
func (B) M() string   { return "B.M" }
func (B) N() string   { return "B.N" }
func (d D) M() string { return "D.M+" + d.A.M() + "+" + d.C.B.M() }

func main() {
	c := C{A: A{1, 2}, B: B{3}, Y: 4}
	fmt.Println(c.A.X, c.B.X, c.Only, c.Y, c.N(), c.A.M(), c.B.M())
	d := D{c, "dx"}
	fmt.Println(d.X, d.A.X, d.C.A.X, d.B.X, d.Y, d.M(), d.N())
	e := E{D: d, Y: 1.5}
	fmt.Println(e.X, e.Y, e.D.Y, e.C.Y, e.D.C.A.X, e.M())
	e.A.X = 100
	e.Y = 2
	e.C.Y = 50
	fmt.Printf("%+v\n", e)
	fmt.Println(e.D.C.Y, d.C.Y)
	type M struct{ D }
	var i interface{ M() string } = M{d}
	fmt.Println(i.M())
}
