// Constant indices out of range and wrong index types.
package main

func main() {
	a := [3]int{1, 2, 3}
	_ = a
	s := []int{1}
	_ = s
	m := map[string]int{}
	_ = m
	n := 5
	_ = n
	f := 1.5
	_ = f
	var p *[]int
	_ = p
	_ = []int{"a", 1.5, nil} // problem: cannot use "a" (untyped string constant) as int value in array or slice literal ;; cannot use 1.5 (untyped float constant) as int value in array or slice literal (truncated) ;; cannot use nil as int value in array or slice literal
	_ = map[string]int{1: 1, "a": "b"} // problem: cannot use "b" (untyped string constant) as int value in map literal ;; cannot use 1 (untyped int constant) as string value in map literal
}
