// Methods called on any, interface values compared and instantiated wrongly.
package main

import "fmt"

type I interface{ M() int }

func main() {
	var a any = 5
	fmt.Println(a+1, a.foo, a[0], a.M(), -a) // problem: a.M undefined (type any has no field or method M) ;; a.foo undefined (type any has no field or method foo) ;; cannot index a (variable of interface type any) ;; invalid operation: a + 1 (mismatched types any and untyped int) ;; invalid operation: operator - not defined on a (variable of interface type any)
	var s string = a // problem: cannot use a (variable of interface type any) as string value in variable declaration: need type assertion
	_ = s
	for range a { // problem: cannot range over a (variable of interface type any)
	}
	var n int = a // problem: cannot use a (variable of interface type any) as int value in variable declaration: need type assertion
	_ = n
	var i I
	_ = i
	m := map[string]any{"k": 1}
	_ = m
	_, _ = list, e // problem: undefined: e ;; undefined: list
}
