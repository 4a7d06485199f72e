// Appending several at once: the capacity is rounded up from the needed length.
package main

import (
	"fmt"
	"slices"
)

// sink keeps every slice alive: a slice that never leaves its function may start on the stack, with other capacities.
var sink any

func room[T any](s []T) int {
	sink = s
	return cap(s)
}

func main() {
	fmt.Println(room(append([]int{}, 1, 2, 3)), room(append([]int{1, 2, 3, 4}, 5)), room(append([]int{1}, 2, 3, 4, 5, 6)))
	fmt.Println(room(append([]byte{}, 1)), room(append([]byte("hello"), " world of many bytes"...)), room(append([]byte(nil), make([]byte, 33)...)))
	fmt.Println(room(append([]string{"a"}, "b")), room(append([]string{"a", "b", "c"}, "d", "e", "f", "g")))
	fmt.Println(room(append([]int32{1, 2, 3}, 4)), room(append([]int32{}, 1, 2, 3, 4, 5)), room(append([]float64(nil), 1)))
	a := make([]int, 5, 5)
	fmt.Println(len(append(a, a...)), room(append(a, a...)), room(append(a, a[:1]...)))
	b := make([]int, 0, 3)
	fmt.Println(room(append(b, 1, 2, 3)), room(append(b, 1, 2, 3, 4)), room(append(b[:2], 9, 9)))
	c := make([]int, 300)
	fmt.Println(room(append(c, 1)), room(append(c[:256:256], 1)), room(append(c[:255:255], 1)))
	type p struct{ x, y, z int64 }
	fmt.Println(room(append([]p{}, p{})), room(append([]p{{}, {}}, p{})), room(append(make([]p, 5), p{})))
	fmt.Println(room(append([]any{}, 1, "a")), room(append([]any{1, 2, 3}, nil)), room(append([]rune{}, []rune("héllo")...)))
	var n []int
	n = append(n)
	fmt.Println(n == nil, cap(n), len(n), room(append(n, n...)))
	fmt.Println(cap([]int{1, 2, 3}[:1]), cap([]int{1, 2, 3}[1:]), cap(make([]int, 2, 9)[1:4]), cap([]int{5: 1}))
	d := slices.Grow([]int{1}, 10)
	fmt.Println(len(d), cap(d) >= 11, cap(slices.Clip(d)))
}
