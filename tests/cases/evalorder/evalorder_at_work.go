// Operands, places, cases and channels are evaluated in Go's order, also before a panic.
package main

import "fmt"

var trace []string

func t(s string, v int) int                  { trace = append(trace, s); return v }
func ptr(s string, p *int) *int              { trace = append(trace, s); return p }
func sl(s string, v []int) []int             { trace = append(trace, s); return v }
func mp(s string, m map[int]int) map[int]int { trace = append(trace, s); return m }
func two(s string) (int, int)                { trace = append(trace, s); return 1, 2 }
func flush(what string)                      { fmt.Println(what, trace); trace = nil }

type T struct{ a, b int }

func (x T) m(s string, v int) T { trace = append(trace, s); x.a += v; return x }
func mk(s string) T             { trace = append(trace, s); return T{} }

func main() {
	var a [3]int
	s := []int{1, 2, 3}
	m := map[int]int{}
	i := 0
	a[t("i", 0)], s[t("j", 1)] = t("x", 5), t("y", 6)
	flush("assign")
	*ptr("p", &a[1]), mp("m", m)[t("k", 1)] = t("v", 3), t("w", 4)
	flush("pointers")
	a[t("op", 2)] += t("r", 7)
	flush("op")
	_ = T{b: t("b", 1), a: t("a", 2)}
	_ = []int{t("e1", 1), 2: t("e2", 2)}
	_ = map[int]int{t("k1", 1): t("v1", 1), t("k2", 2): t("v2", 2)}
	flush("literals")
	_ = mk("mk").m("m1", t("a1", 1)).m("m2", t("a2", 2))
	flush("chain")
	_ = t("l", 1) < 0 && t("never", 1) > 0 || t("or", 1) > 0
	flush("short")
	_ = sl("s", s)[t("lo", 0):t("hi", 2):t("max", 3)]
	flush("slice")
	func(xs ...int) {}(t("1", 1), t("2", 2)+t("3", 3)*t("4", 4))
	flush("args")
	i, s[i] = 2, 50
	fmt.Println(i, s)
	s[0], s[1], s[2] = s[2], s[0], s[1]
	i, i = 7, 8
	fmt.Println(s, i)
	x := T{1, 2}
	x.a, x.b = x.b, x.a
	p := &x
	p.a, p = 9, &T{}
	fmt.Println(x, *p)
	defer func() { fmt.Println("r", recover(), a); flush("panic") }()
	var nm map[int]int
	y := []int{1}
	func() {
		defer func() { fmt.Println(recover(), y); flush("index first") }()
		y[t("bad", 5)] = t("rhs", 1)
	}()
	func() {
		defer func() { fmt.Println(recover(), a); flush("nil map") }()
		a[0], nm[t("key", 1)] = t("first", 77), t("second", 88)
	}()
	func() {
		defer func() { fmt.Println(recover()); flush("nil pointer") }()
		var q *T
		q.a = t("value", 1)
	}()
	switch t("tag", 2) {
	case t("c1", 1), t("c2", 2), t("c3", 3):
	case t("c4", 4):
	}
	flush("switch")
	c := make(chan int, 1)
	var cn chan int
	select {
	case c <- t("send", 1):
	case cn <- t("nil send", 2):
	case a[t("never", 0)] = <-cn:
	}
	flush("select")
	go func(int) {}(t("go", 1))
	defer func(int) { flush("deferred") }(t("defer", 1))
	flush("stmts")
	z, w := two("two")
	z, w = w, z
	_, _ = z, w
	a[1], _ = two("two")
	for q, r := t("init", 0), 1; q < t("cond", 2); q, r = q+t("post", 1), r {
		_ = r
	}
	flush("for")
	for range t("range", 2) {
	}
	flush("range")
	a[t("last", 9)%3] = t("boom", 1) / t("zero", 0)
}
