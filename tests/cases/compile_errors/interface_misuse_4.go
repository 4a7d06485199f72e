// Methods called on any, interface values compared and instantiated wrongly.
package main

import "fmt"

type I interface{ M() int }

func main() {
	var a any = 5
	var i I
	_ = i
	i = a // problem: cannot use a (variable of interface type any) as I value in assignment: interface{} does not implement I (missing method M)
	m := map[string]any{"k": 1}
	fmt.Println(m["k"]+1, m.k, m["k"]["j"]) // problem: cannot index m["k"] (map index expression of interface type any) ;; invalid operation: m["k"] + 1 (mismatched types any and untyped int) ;; m.k undefined (type map[string]any has no field or method k)
	var list []any = []int{1} // problem: cannot use []int{…} (value of type []int) as []any value in variable declaration
	var e error = a // problem: cannot use a (variable of interface type any) as error value in variable declaration: interface{} does not implement error (missing method Error)
	_, _ = list, e
}
