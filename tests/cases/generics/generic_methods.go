// Methods with type parameters of their own: called, as values, as expressions, promoted, bounded by those of their receiver.
package main

import (
	"fmt"
	"sort"
	"strings"
)

type List[E any] []E

func (l List[E]) Map[F any](f func(E) F) (r List[F]) {
	for _, x := range l {
		r = append(r, f(x))
	}
	return
}
func (l List[E]) Fold[A any](a A, f func(A, E) A) A {
	for _, x := range l {
		a = f(a, x)
	}
	return a
}
func (l List[E]) GroupBy[K comparable](key func(E) K) map[K]List[E] {
	m := map[K]List[E]{}
	for _, x := range l {
		m[key(x)] = append(m[key(x)], x)
	}
	return m
}

type Box[F any] struct{ f F }

func (b *Box[F]) Set[P *F | func() F](p P) *Box[F] {
	switch x := any(p).(type) {
	case *F:
		b.f = *x
	case func() F:
		b.f = x()
	}
	return b
}
func (b Box[F]) Conv[H interface{ From(F) H }]() (r H) { return r.From(b.f) }
func (b Box[F]) Ptr[P *F](p P) string                  { *p = b.f; return fmt.Sprintf("%T %v", p, *p) }
func (b Box[F]) Copy() (f F)                            { b.Ptr(&f); return }

type Str string

func (Str) From(i int) Str { return Str(strings.Repeat("*", i)) }

type Plain struct{ n int }

func (p Plain) Id[T any](x T) T                { return x }
func (p *Plain) Add[T ~int | ~float64](xs ...T) T {
	var t T
	for _, x := range xs {
		t += x
	}
	p.n++
	return t
}
func (p Plain) Name[_ any]() string { return "plain" }

type Outer struct {
	Plain
	tags map[string]*Plain
}

func use[A any](b Box[A]) A { return b.Copy() }

func main() {
	l := List[string]{"foo", "foobar", "42"}
	fmt.Println(l.Map(func(s string) int { return len(s) }), l.Fold(0, func(a int, s string) int { return a + len(s) }))
	g := l.GroupBy(func(s string) bool { return strings.HasPrefix(s, "f") })
	fmt.Printf("%T %v\n", g, g)
	chain := l.Map(func(s string) []byte { return []byte(s) }).Map(func(b []byte) string { sort.Slice(b, func(i, j int) bool { return b[i] < b[j] }); return string(b) })
	fmt.Printf("%T %q\n", chain, chain)
	b := Box[int]{1}
	n := 5
	b.Set(&n).Set(func() int { return b.f * 10 })
	fmt.Println(b.f, b.Conv[Str](), b.Ptr(&n), n, use(b), use(Box[string]{"s"}))
	var p Plain
	fmt.Println(p.Id(3), p.Id("x"), p.Id[any](nil), p.Add(1, 2), p.Add(1.5, 2), p.n, p.Name[int]())
	id := p.Id[float64]
	f2 := Plain.Id[string]
	f3 := (*Plain).Add[int]
	fmt.Printf("%T %T %T %v %v %v\n", id, f2, f3, id(2), f2(p, "q"), f3(&p, 4, 5))
	o := Outer{Plain{7}, map[string]*Plain{"a": {1}}}
	fmt.Println(o.Id(o.n), o.Add[float64](), o.n, o.tags["a"].Add(2), o.tags["a"].n)
	var fn func(int) int = o.Id
	fmt.Println(fn(9))
	fs := []func(string) string{p.Id[string], o.Id[string]}
	fmt.Println(fs[0]("a"), fs[1]("b"))
	defer o.Add(len("x"))
	go p.Id("x")
	func() {
		defer func() { fmt.Println(recover()) }()
		var np *Outer
		np.Add(1)
	}()
}
