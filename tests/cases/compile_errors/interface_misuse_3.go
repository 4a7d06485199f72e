// Methods called on any, interface values compared and instantiated wrongly.
package main

import "fmt"

type I interface{ M() int }

func main() {
	var a any = 5
	var i I
	i.N() // problem: i.N undefined (type I has no field or method N)
	_ = i.M() + "x" // problem: invalid operation: i.M() + "x" (mismatched types int and untyped string)
	a.x = 1 // problem: a.x undefined (type any has no field or method x)
	fmt.Println(s, n, len(a), a > 1, a == 5) // problem: invalid argument: a (variable of interface type any) for built-in len ;; invalid operation: a > 1 (operator > not defined on interface) ;; undefined: n ;; undefined: s
	m := map[string]any{"k": 1}
	_ = m
	_, _ = list, e // problem: undefined: e ;; undefined: list
}
