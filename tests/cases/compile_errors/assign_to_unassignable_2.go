// Left sides that cannot be assigned.
package main

type T struct{ n int }

func get() T   { return T{} }
func num() int { return 1 }

const c = 1

func main() {
	m := map[string]T{}
	m["a"].n = 1 // problem: cannot assign to struct field m["a"].n in map
	5 = 6 // problem: cannot assign to 5 (neither addressable nor a map index expression)
	x, c2 := 1, 2
	_, _ = x, c2
	(x) = 3
	len("a") = 2 // problem: cannot assign to len("a") (neither addressable nor a map index expression)
	[]int{1}[0] = 2
	[1]int{1}[0] = 2 // problem: cannot assign to [1]int{…}[0] (neither addressable nor a map index expression)
	s := "str"
	_ = s
}
