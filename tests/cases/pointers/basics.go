// Addresses, dereference, pointers to elements and fields, pointer comparison.
package main

import "fmt"

type T struct {
	n    int
	next *T
}

func set(p *int, v int) { *p = v }
func swap(a, b *int)    { *a, *b = *b, *a }
func fresh() *int       { x := 7; return &x }
func repoint(p *int)    { q := 99; p = &q; *p = 100 }
func repoint2(pp **int) { q := 99; *pp = &q }

func main() {
	x := 1
	p := &x
	*p += 5
	fmt.Println(x, *p, p == &x)
	set(&x, 20)
	y := 30
	swap(&x, &y)
	fmt.Println(x, y)
	a, b := fresh(), fresh()
	fmt.Println(a == b, *a == *b)
	*a++
	fmt.Println(*a, *b)
	repoint(p)
	fmt.Println(*p, x)
	repoint2(&p)
	fmt.Println(*p, x)
	pp := &p
	**pp = 5
	fmt.Println(*p)
	s := []int{1, 2, 3}
	e := &s[1]
	*e = 20
	s = append(s, 4)
	*e = 21
	fmt.Println(s, *e)
	arr := [3]int{}
	ea := &arr[2]
	*ea = 9
	fmt.Println(arr)
	t := T{1, &T{2, nil}}
	t.next.n = 22
	f := &t.next.n
	*f++
	fmt.Println(t.n, t.next.n, t.next.next == nil, (*t.next).n)
	n := new(int)
	fmt.Println(*n, n != nil)
	var np *T
	fmt.Println(np == nil, np)
	ps := []*int{}
	for i := 0; i < 3; i++ {
		ps = append(ps, &i)
	}
	fmt.Println(*ps[0], *ps[1], *ps[2])
	st := &T{n: 3}
	cp := *st
	cp.n = 4
	fmt.Println(st.n, cp.n)
	st2 := st
	st2.n = 5
	fmt.Println(st.n, st == st2, *st == *st2)
	var i any = p
	q, ok := i.(*int)
	fmt.Println(ok, q == p)
	m := map[string]*T{"a": {n: 1}}
	m["a"].n++
	fmt.Println(m["a"].n)
	fn := &s
	*fn = append(*fn, 5)
	(*fn)[0] = 100
	fmt.Println(s, len(*fn))
}
