// Left sides that cannot be assigned.
package main

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
	&x = nil // problem: cannot assign to &x (neither addressable nor a map index expression)
	T{}.n = 3 // problem: cannot assign to T{}.n (neither addressable nor a map index expression)
	s := "str"
	s[0], x = 'a', 1 // problem: cannot assign to s[0] (neither addressable nor a map index expression)
	_ += 1 // problem: cannot use _ as value or type
}
