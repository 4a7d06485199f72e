// Left sides that cannot be assigned.
package main

import "fmt"

type T struct{ n int }

func get() T   { return T{} }
func num() int { return 1 }

const c = 1

func main() {
	m := map[string]T{}
	_ = m
	x, c2 := 1, 2
	_, _ = x, c2
	(x) = 3
	[]int{1}[0] = 2
	x + 1 = 2 // problem: cannot assign to x + 1 (neither addressable nor a map index expression)
	nil = 1 // problem: cannot assign to nil (neither addressable nor a map index expression)
	true = false // problem: cannot assign to true (neither addressable nor a map index expression)
	fmt.Println = nil // problem: cannot assign to fmt.Println (neither addressable nor a map index expression) ;; use of package fmt not in selector
	s := "str"
	_ = s
}
