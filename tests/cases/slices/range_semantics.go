// range evaluates its slice once; values are copies; length is fixed at the start.
package main

import "fmt"

func main() {
	s := []int{1, 2, 3}
	for i, v := range s {
		s = append(s, v*10)
		if i == 0 {
			s[1] = 99
		}
	}
	fmt.Println(s)
	t := []int{1, 2, 3}
	for i, v := range t {
		if i == 0 {
			t[1] = 99
		}
		fmt.Print(v, " ")
	}
	fmt.Println(t)
	arr := [3]int{1, 2, 3}
	for i, v := range arr {
		arr[2] = 50
		fmt.Print(i, v, " ")
	}
	fmt.Println(arr)
	for _, v := range &arr {
		arr[2] = 7
		fmt.Print(v, " ")
	}
	fmt.Println()
	type item struct{ n int }
	items := []item{{1}, {2}}
	for _, it := range items {
		it.n *= 10
	}
	fmt.Println(items)
	for i := range items {
		items[i].n *= 10
	}
	fmt.Println(items)
	ps := []*item{{1}, {2}}
	for _, p := range ps {
		p.n++
	}
	fmt.Println(*ps[0], ps[1].n)
	u := []int{1, 2, 3, 4}
	for i := range u {
		u = u[:2]
		fmt.Print(i, len(u), " ")
	}
	fmt.Println()
	var k, v int
	for k, v = range []int{5, 6, 7} {
		if v == 6 {
			break
		}
	}
	fmt.Println(k, v)
	for i := range len("abc") {
		fmt.Print(i)
	}
	fmt.Println()
	idx := [2]int{}
	for idx[0], idx[1] = range []int{8, 9} {
	}
	fmt.Println(idx)
}
