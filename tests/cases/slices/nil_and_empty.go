// A nil slice is empty and appendable; it prints like an empty one but equals nil.
package main

import "fmt"

func main() {
	var s []int
	e := []int{}
	m := make([]int, 0)
	fmt.Println(s == nil, e == nil, m == nil, len(s), cap(s), len(e))
	fmt.Println(s, e, m)
	fmt.Printf("%v %d %#v %#v %T %q\n", s, s, s, e, s, []string(nil))
	for range s {
		fmt.Println("never")
	}
	fmt.Println(s[:], s[0:0] == nil, s[:0:0] == nil, e[:] == nil)
	s = append(s, e...)
	fmt.Println(s == nil)
	s = append(s, 1)
	fmt.Println(s == nil, s)
	s = s[:0]
	fmt.Println(s == nil, len(s), cap(s))
	s = nil
	fmt.Println(s == nil, append(s, 5))
	var bs []byte
	fmt.Println(string(bs) == "", len(string(bs)), bs == nil)
	var mm map[string][]int
	fmt.Println(mm["x"] == nil, len(mm["x"]), append(mm["x"], 1))
	var i any = []int(nil)
	fmt.Println(i == nil, i)
	clear(e)
	x := []int{1, 2, 3}
	clear(x[:2])
	fmt.Println(x, len(x))
	f := func() []string { return nil }
	fmt.Println(len(f()), f() == nil)
	var nested [][]int
	nested = append(nested, nil, []int{}, []int{1})
	fmt.Println(nested, len(nested), nested[0] == nil, nested[1] == nil)
}
