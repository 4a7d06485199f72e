// Operators on types that do not have them.
package main

import "fmt"

func main() {
	a, b := []int{1}, []int{2}
	_, _ = b, a
	m := map[string]int{}
	_ = m
	f := func() {}
	_ = f
	s := "a"
	x := 1.5
	fmt.Println(x%2, x<<1, x&1, 5%2.5) // problem: invalid operation: operator % not defined on 5 (untyped float constant) ;; invalid operation: operator % not defined on x (variable of type float64) ;; invalid operation: operator & not defined on x (variable of type float64) ;; invalid operation: shifted operand x (variable of type float64) must be integer
	fmt.Println(true+false, nil == nil, s > 'a') // problem: invalid operation: nil == nil (operator == not defined on untyped nil) ;; invalid operation: operator + not defined on true (untyped bool constant) ;; invalid operation: s > 'a' (mismatched types string and untyped rune)
	type T struct{ xs []int }
	fmt.Println(T{} == T{}, &x+1) // problem: invalid operation: &x + 1 (mismatched types *float64 and untyped int) ;; invalid operation: T{} == T{} (struct containing []int cannot be compared)
}
