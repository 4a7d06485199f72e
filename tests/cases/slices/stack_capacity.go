// Slices that never leave their function begin on the stack: their capacity shows it.
package main

import (
	"fmt"
	"sort"
	"strings"
)

func p(s []int)  { fmt.Println(len(s), cap(s)) }
func pe(s []int) { fmt.Println(len(s), cap(s), s) }
func sum(s []int) (t int) {
	for _, x := range s {
		t += x
	}
	return
}
func keep(s []int) []int { return s }
func rec(s []int, n int) int {
	if n == 0 {
		return cap(s)
	}
	return rec(append(s, n), n-1)
}
func build(n int) []int {
	var s []int
	for i := range n {
		s = append(s, i)
	}
	return s
}
func named() (s []string) {
	s = append(s, "a")
	s = append(s, "b")
	return
}

type T struct{ a, b int }
type U struct{ a [5]int }
type H struct{ xs []int }

func main() {
	var a []int
	for i := 0; i < 6; i++ {
		a = append(a, i)
		fmt.Print(cap(a), " ")
	}
	fmt.Println()
	b := []int{}
	b = append(b, 1)
	fmt.Println(cap(b))
	c := make([]int, 0)
	c = append(c, 1, 2, 3)
	fmt.Println(cap(c))
	var d []int
	d = append(d, 1)
	p(d)
	var e []int
	e = append(e, 1)
	pe(e)
	fmt.Println(cap(e))
	var f []string
	f = append(f, "x")
	fmt.Println(cap(f), strings.Join(f, ","))
	var g []T
	g = append(g, T{})
	fmt.Println(cap(g))
	var h []U
	h = append(h, U{})
	fmt.Println(cap(h))
	var i []byte
	i = append(i, 'x')
	fmt.Println(cap(i), string(i))
	var j []int
	j = append(j, 3, 1, 2)
	sort.Ints(j)
	fmt.Println(cap(j), sum(j))
	var k []int
	k = append(k, 1)
	k2 := k
	k2 = append(k2, 5)
	fmt.Println(cap(k), cap(k2), k[0], k2[1])
	var l []int
	l = append(l, 1)
	l = keep(l)
	fmt.Println(cap(l))
	var m []int
	m = append(m, 1)
	func() { fmt.Println(cap(m)) }()
	fmt.Println(rec(nil, 3))
	for n := 0; n < 3; n++ {
		var o []int
		o = append(o, n)
		fmt.Print(cap(o), " ")
	}
	fmt.Println()
	var q []int
	q = append(q, 1)
	hh := H{q}
	fmt.Println(cap(hh.xs), cap(q))
	r := append([]int(nil), 1, 2)
	fmt.Println(cap(r), r[0])
	var s []int
	s = append(s, []int{1, 2, 3}...)
	fmt.Println(cap(s))
	t := append(a[:0], 9)
	fmt.Println(cap(t))
	var u []int
	u = append(u, 1)
	u = u[:0]
	u = append(u, 1, 2, 3, 4, 5, 6)
	fmt.Println(cap(u))
	var v [][]int
	v = append(v, []int{1})
	fmt.Println(cap(v), cap(v[0]))
	var w []any
	w = append(w, 1, "a")
	fmt.Println(cap(w), len(w))
	var x []float64
	for i := range 3 {
		x = append(x, float64(i))
	}
	y := x[1:]
	y = append(y, 1)
	fmt.Println(cap(x), cap(y))
	z := make([]int, 2, 3)
	z = append(z, 1, 2)
	fmt.Println(cap(z))
	m1 := map[string][]int{}
	m1["a"] = append(m1["a"], 1)
	fmt.Println(cap(m1["a"]))
	ss := strings.Split("a,b", ",")
	ss = append(ss, "z")
	fmt.Println(cap(ss))
	var st []int
	st = append(st, 1)
	if st[0] == 1 {
		st = append(st[:0], st[1:]...)
	}
	fmt.Println(len(st), cap(st))
}
