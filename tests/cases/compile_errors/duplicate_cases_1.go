// Duplicate cases, keys, fields, methods and declarations.
package main

type T struct {
	A int
	A string // problem: A redeclared
}

func (T) M() {}
func (T) M() {} // problem: method T.M already declared at 9:10

func f() {}
func f() {} // problem: f redeclared in this block

type I interface {
	X()
	X() // problem: duplicate method X
}

func main() {
	switch 1 {
	case 1:
	}
	switch "a" {
	}
	var v any
	switch v.(type) {
	case int:
	}
	switch {
	default:
	}
}
