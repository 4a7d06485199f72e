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
	s := "str"
	_ = s
	_++ // problem: cannot use _ as value or type
	fmt.Println(_) // problem: cannot use _ as value or type
}
