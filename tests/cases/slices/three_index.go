// s[a:b:c] sets the capacity, so that append cannot reach further.
package main

import "fmt"

func main() {
	base := [6]int{0, 1, 2, 3, 4, 5}
	s := base[1:3:4]
	fmt.Println(s, len(s), cap(s))
	s = append(s, 10)
	fmt.Println(base, s)
	s = append(s, 11)
	s[0] = -1
	fmt.Println(base, s)
	t := base[:0:0]
	t = append(t, 9)
	fmt.Println(base[0], t)
	u := base[2:4:5][1:3]
	fmt.Println(u, cap(u))
	full := s[:len(s):len(s)]
	v := append(full, 1)
	w := append(full, 2)
	fmt.Println(v[len(v)-1], w[len(w)-1], cap(full))
	split := func(s []int, i int) ([]int, []int) { return s[:i:i], s[i:] }
	l, r := split([]int{1, 2, 3, 4}, 2)
	l = append(l, 100)
	fmt.Println(l, r)
	p := &base
	fmt.Println(p[4:5:6], len(p[:]), cap(p[5:]))
	x := []string{"a", "b", "c", "d"}[1:2:3]
	fmt.Println(x, cap(x), x[:2])
}
