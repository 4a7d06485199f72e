// Type declarations, structs, interfaces, methods, embedding, literals.
package main

import "fmt"

type a struct {
	x int
	x string // problem: x redeclared
	y undefined // problem: undefined: undefined
	fmt.Stringer
	*int
}

type b struct{ b } // problem: invalid recursive type: b refers to itself
type c []c
type d [2]d // problem: invalid recursive type: d refers to itself
type e map[[]int]string // problem: invalid map key type []int
type f func(f) f
type g = h // problem: invalid recursive type g
type h = g
type i interface {
	m()
	m() // problem: duplicate method m
	fmt.Stringer // problem: duplicate method String
	String() int
}
type j interface{ k } // problem: invalid recursive type j
type k interface{ j }
type l [n]int // problem: invalid array length n
type m [-1]int // problem: invalid array length -1 (untyped int constant)
type o [1.5]int // problem: array length 1.5 (untyped float constant) must be integer
type p [len("abc")]int
type q struct {
	r
	s
}
type r struct{ v, w int }
type s struct{ v, z int }
type t *int
type u interface{ ~int | string }
type w chan<- <-chan int

var n = 3

func (t) method()        {} // problem: invalid receiver type t (pointer or interface type)
func (int) method()      {} // problem: cannot define new methods on non-local type int
func (*fmt.Stringer) x() {} // problem: cannot define new methods on non-local type fmt.Stringer
func (q) v()             {}
func (r) v()             {} // problem: field and method with the same name v
func (x y) z()           {} // problem: undefined: y
func (q) dup()           {}
func (q) dup()           {} // problem: method q.dup already declared at 51:10
func (a q) _()           {}
func (q) ok(a, a int)    {} // problem: a redeclared in this block

func literals() {
	_ = r{1} // problem: too few values in struct literal of type r
	_ = r{1, 2, 3} // problem: too many values in struct literal of type r
	_ = r{v: 1, 2} // problem: mixture of field:value and value elements in struct literal
	_ = r{v: 1, v: 2} // problem: duplicate field name v in struct literal
	_ = r{q: 1} // problem: unknown field q in struct literal of type r
	_ = r{"v": 1} // problem: invalid field name "v" in struct literal
	_ = q{v: 1} // problem: unknown field v in struct literal of type q
	_ = q{r{}, s{}}.v
	_ = q{}.w
	_ = []int{"a", 1.5, nil} // problem: cannot use "a" (untyped string constant) as int value in array or slice literal ;; cannot use 1.5 (untyped float constant) as int value in array or slice literal (truncated) ;; cannot use nil as int value in array or slice literal
	_ = map[string]int{"a": 1, "a": 2, 3: 4, "b": "c"} // problem: cannot use "c" (untyped string constant) as int value in map literal ;; cannot use 3 (untyped int constant) as string value in map literal ;; duplicate key "a" in map literal
	_ = map[string]int{1, 2} // problem: missing key in map literal
	_ = int{} // problem: invalid composite literal type int
	_ = &[]int{1}
	_ = [...]string{2: "a", "b"}
	_ = [2]int{0: 1, 0: 2} // problem: duplicate index 0 in array or slice literal
	_ = []r{{1, 2}, {v: 1}, {x: 1}} // problem: unknown field x in struct literal of type r
	_ = map[r]s{{1, 2}: {3, 4}, {1}: {}} // problem: too few values in struct literal of type r
	_ = []*r{{1, 2}, nil, 5} // problem: cannot use 5 (untyped int constant) as *r value in array or slice literal
	_ = struct{ a int }{b: 1} // problem: unknown field b in struct literal of type struct{a int}
	_ = undefined{} // problem: undefined: undefined
	var x u // problem: cannot use type u outside a type constraint: interface contains type constraints ;; declared and not used: x
	var y interface{ comparable } // problem: cannot use type interface{comparable} outside a type constraint: interface is (or embeds) comparable ;; declared and not used: y
	var z [n]int // problem: declared and not used: z ;; invalid array length n
	var v w // problem: declared and not used: v
}

type embedded struct{ *r }
type hidden struct{ r int }
type iface interface{ v(); w() int }

func (embedded) own() {}

func methods() {
	var e embedded
	_ = e.v() // problem: e.v() (no value) used as value
	e.v = 1 // problem: cannot assign to e.v (neither addressable nor a map index expression)
	e.own // problem: e.own (value of type func()) is not used
	e.missing() // problem: e.missing undefined (type embedded has no field or method missing)
	hidden{}.v() // problem: hidden{}.v undefined (type hidden has no field or method v)
	var i iface = e // problem: cannot use e (variable of struct type embedded) as iface value in variable declaration: embedded does not implement iface (embedded.w is a field, not a method)
	i = r{} // problem: cannot use r{} (value of struct type r) as iface value in assignment: r does not implement iface (r.w is a field, not a method)
	i = nil
	i.x() // problem: i.x undefined (type iface has no field or method x)
	var s fmt.Stringer = e // problem: cannot use e (variable of struct type embedded) as fmt.Stringer value in variable declaration: embedded does not implement fmt.Stringer (missing method String)
	_ = embedded.own(e, 1) // problem: embedded.own(e, 1) (no value) used as value ;; too many arguments in call to embedded.own have (embedded, number) want (embedded)
	_ = embedded.own() // problem: embedded.own() (no value) used as value ;; not enough arguments in call to embedded.own have () want (embedded)
	_ = (*embedded).own(e) // problem: (*embedded).own(e) (no value) used as value ;; cannot use e (variable of struct type embedded) as *embedded value in argument to (*embedded).own
	_ = r.v
	_, _ = i, s
}

func main() {}
