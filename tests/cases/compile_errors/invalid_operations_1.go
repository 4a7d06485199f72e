// Operators on types that do not have them.
package main

import "fmt"

func main() {
	a, b := []int{1}, []int{2}
	fmt.Println(a == b) // problem: invalid operation: a == b (slice can only be compared to nil)
	m := map[string]int{}
	fmt.Println(m == m) // problem: invalid operation: m == m (map can only be compared to nil)
	f := func() {}
	fmt.Println(f == f) // problem: invalid operation: f == f (func can only be compared to nil)
	s := "a"
	fmt.Println(s-"b", s*2, -s, !5, ^1.5, -true) // problem: invalid operation: operator ! not defined on 5 (untyped int constant) ;; invalid operation: operator - not defined on s (variable of type string) ;; invalid operation: operator - not defined on true (untyped bool constant) ;; invalid operation: operator ^ not defined on 1.5 (untyped float constant) ;; invalid operation: s * 2 (mismatched types string and untyped int)
	x := 1.5
	_ = x
	type T struct{ xs []int }
}
