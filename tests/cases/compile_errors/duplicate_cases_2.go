// Duplicate cases, keys, fields, methods and declarations.
package main

type T struct {
	A int
}

func (T) M() {}

func f() {}

type I interface {
	X()
}

func main() {
	switch 1 {
	case 1:
	case 2, 1: // problem: duplicate case 1 (constant of type int) in expression switch
	}
	switch "a" {
	case "a", "a": // problem: duplicate case "a" (constant of type string) in expression switch
	}
	var v any
	switch v.(type) {
	case int:
	case string, int: // problem: duplicate case int in type switch
	}
	_ = map[string]int{"a": 1, "a": 2} // problem: duplicate key "a" in map literal
	switch {
	default:
	}
}
