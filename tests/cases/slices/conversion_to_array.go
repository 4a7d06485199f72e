// Slices convert to arrays (copies) and to array pointers (sharing).
package main

import "fmt"

func main() {
	s := []int{1, 2, 3, 4}
	a := [3]int(s)
	a[0] = 100
	fmt.Println(a, s)
	p := (*[2]int)(s)
	p[1] = 50
	fmt.Println(*p, s, len(p), cap(p))
	e := [0]int(s[:0])
	fmt.Println(e, len(e))
	var nilS []int
	q := (*[0]int)(nilS)
	fmt.Println(q == nil)
	q2 := (*[0]int)([]int{})
	fmt.Println(q2 == nil)
	b := [4]byte([]byte("abcd"))
	fmt.Println(b, string(b[:]))
	m := map[[2]int]string{[2]int(s[:2]): "k"}
	fmt.Println(m[[2]int{1, 50}])
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = (*[5]int)(s)
	}()
}
