// Left sides that cannot be assigned.
package main

type T struct{ n int }

func get() T   { return T{} }
func num() int { return 1 }

const c = 1

func main() {
	num() = 5 // problem: cannot assign to num() (neither addressable nor a map index expression)
	get().n = 2 // problem: cannot assign to get().n (neither addressable nor a map index expression)
	c = 2 // problem: cannot assign to c (neither addressable nor a map index expression)
	"abc"[0] = 'x' // problem: cannot assign to "abc"[0] (neither addressable nor a map index expression)
	m := map[string]T{}
	_ = m
	x, c2 := 1, 2
	_, _ = x, c2
	(x) = 3
	[]int{1}[0] = 2
	s := "str"
	_ = s
}
