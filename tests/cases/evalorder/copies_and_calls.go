// What is copied when, and in which order operands, indexes and calls are evaluated.
package main

import "fmt"

// order of evaluation, assignments, copy semantics
type S struct {
	a [3]int
	m map[string]int
	p *S
}

func tr(s string, v int) int    { fmt.Print(s, " "); return v }
func idx(s string) int          { fmt.Print(s, " "); return 1 }
func ptr(s string, p *int) *int { fmt.Print(s, " "); return p }

type Arr [3]int

func (a Arr) Set(i, v int)              { a[i] = v }
func (a *Arr) PSet(i, v int)            { a[i] = v }
func (a Arr) Get() Arr                  { return a }
func swap(a, b [2]int) ([2]int, [2]int) { return b, a }

func main() {
	arr := []int{10, 20, 30}
	arr[idx("i")], *ptr("p", &arr[2]) = tr("x", 5), tr("y", 6)
	fmt.Println(arr)
	i := 0
	i, arr[i] = 2, 99
	fmt.Println(i, arr)
	arr[0], arr[1], arr[2] = arr[2], arr[0], arr[1]
	fmt.Println(arr)
	s1 := S{a: [3]int{1, 2, 3}, m: map[string]int{"k": 1}}
	s2 := s1
	s2.a[0] = 100
	s2.m["k"] = 100
	s1.p = &s2
	s1.p.a[1] = 7
	(*s1.p).p = &s1
	s1.p.p.a[2]++
	fmt.Println(s1.a, s2.a, s1.m, s2.p == &s1, s1.p.p.p == &s2)
	var A Arr
	A.Set(0, 1)
	A.PSet(1, 2)
	pa := &A
	pa.Set(2, 3)
	f := A.Get
	A[0] = 50
	fmt.Println(A, f(), pa.Get()[0], len(pa), cap(A[:2]))
	x, y := [2]int{1, 2}, [2]int{3, 4}
	x, y = y, x
	fmt.Println(x, y)
	x, y = swap(x, y)
	x[0], y[1] = y[1], x[0]
	fmt.Println(x, y, x == y, x != [2]int{3, 4})
	ms := map[string]S{"a": s1}
	t := ms["a"]
	t.a[0] = -1
	fmt.Println(ms["a"].a, t.a)
	mp := map[string]*S{"a": &s1}
	mp["a"].a[0] = -1
	mp["a"].m["new"]++
	fmt.Println(s1.a, s1.m, len(ms["zz"].m), ms["zz"].p == nil)
	nested := [2][2]int{{1, 2}, {3, 4}}
	cp := nested
	row := cp[0]
	row[0] = 9
	cp[1][1] = 8
	for _, r := range cp {
		r[0] = 1000
	}
	fmt.Println(nested, cp, row)
	sl := nested[:]
	sl[0][0] = 77
	sl = append(sl, [2]int{5, 6})
	sl[1][0] = 88
	fmt.Println(nested, sl)
	type L struct {
		v    int
		next *L
	}
	var head *L
	for i := range 3 {
		head = &L{i, head}
	}
	var prev *L
	for head != nil {
		head, head.next, prev = head.next, prev, head
	}
	for p := prev; p != nil; p = p.next {
		fmt.Print(p.v, " ")
	}
	fmt.Println()
	a := []int{1, 2, 3, 4, 5}
	b := a[1:3]
	c := append(b, 100)
	d := append(b[:1:1], 200)
	copy(a[2:], a)
	fmt.Println(a, b, c, d, len(b), cap(b), copy(a[4:], []int{7, 8}))
	var e any = a[0:2]
	e.([]int)[0] = -5
	fmt.Println(a[0])
	var iface any = s1
	s1.a[0] = 12345
	fmt.Println(iface.(S).a[0])
	ch := make(chan [2]int, 1)
	ch <- x
	x[0] = 1111
	fmt.Println(<-ch, x)
	fn := func(q [2]int) { q[0] = 0 }
	fn(x)
	defer fmt.Println("deferred", x, len(arr))
	x[0] = 2
	func() { x[1] = 3 }()
	fmt.Println(x)
	g, h := tr("1", 1)+tr("2", 2)*tr("3", 3), map[int]int{tr("k", 1): tr("v", 2)}
	fmt.Println(g, h)
	_ = []int{tr("a", 1), tr("b", 2)}[tr("c", 0)]
	if tr("l", 0) == 1 && tr("r", 1) == 1 || tr("o", 1) == 1 {
		fmt.Println("short")
	}
	switch tr("tag", 2) {
	case tr("c1", 1), tr("c2", 2), tr("c3", 3):
		fmt.Println("hit")
	case tr("c4", 4):
	}
}
