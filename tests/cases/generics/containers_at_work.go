// Generic containers, caches, events, embedded generic types, local generic types.
package main

import "fmt"

type Num interface{ ~int | ~int8 | ~float64 }
type Vec[T Num] []T

func (v Vec[T]) Dot(o Vec[T]) (s T) {
	for i := range v {
		s += v[i] * o[i]
	}
	return
}
func (v Vec[T]) Scale(k T) Vec[T] {
	r := make(Vec[T], len(v))
	for i, x := range v {
		r[i] = x * k
	}
	return r
}

type Graph[K comparable, E any] struct {
	adj map[K]map[K]E
}

func NewGraph[K comparable, E any]() *Graph[K, E] { return &Graph[K, E]{adj: make(map[K]map[K]E)} }
func (g *Graph[K, E]) Edge(a, b K, e E) *Graph[K, E] {
	if g.adj[a] == nil {
		g.adj[a] = map[K]E{}
	}
	g.adj[a][b] = e
	return g
}

type Stack[T any] struct{ data []T }

func (s *Stack[T]) Push(v T) { s.data = append(s.data, v) }
func (s *Stack[T]) Pop() (v T, ok bool) {
	if n := len(s.data); n > 0 {
		v, s.data, ok = s.data[n-1], s.data[:n-1], true
	}
	return
}

type Container[T any] interface {
	Push(T)
	Pop() (T, bool)
}
type Queue[T any] struct {
	Stack[T]
	head int
}

func (q *Queue[T]) Pop() (v T, ok bool) {
	if q.head < len(q.data) {
		v, ok = q.data[q.head], true
		q.head++
	}
	return
}
func drain[T any, C Container[T]](c C) (out []T) {
	for v, ok := c.Pop(); ok; v, ok = c.Pop() {
		out = append(out, v)
	}
	return
}

type Event[T any] struct {
	handlers []func(T)
}

func (e *Event[T]) On(f func(T)) func() {
	e.handlers = append(e.handlers, f)
	i := len(e.handlers) - 1
	return func() { e.handlers[i] = nil }
}
func (e *Event[T]) Fire(v T) {
	for _, h := range e.handlers {
		if h != nil {
			h(v)
		}
	}
}

type Cache[K comparable, V any] struct {
	m     map[K]V
	order []K
	max   int
	evict func(K, V)
}

func WithMax[K comparable, V any](n int) func(*Cache[K, V]) {
	return func(c *Cache[K, V]) { c.max = n }
}
func NewCache[K comparable, V any](opts ...func(*Cache[K, V])) *Cache[K, V] {
	c := &Cache[K, V]{m: map[K]V{}, max: 2}
	for _, o := range opts {
		o(c)
	}
	return c
}
func (c *Cache[K, V]) Put(k K, v V) {
	if _, ok := c.m[k]; !ok {
		if len(c.order) == c.max {
			old := c.order[0]
			c.order = c.order[1:]
			if c.evict != nil {
				c.evict(old, c.m[old])
			}
			delete(c.m, old)
		}
		c.order = append(c.order, k)
	}
	c.m[k] = v
}

type Either[L, R any] struct {
	l *L
	r *R
}

func Left[L, R any](l L) Either[L, R] { return Either[L, R]{l: &l} }
func (e Either[L, R]) Match(fl func(L), fr func(R)) {
	if e.l != nil {
		fl(*e.l)
	} else {
		fr(*e.r)
	}
}

type Rec[T any] struct {
	v    T
	kids []*Rec[T]
	up   map[string]*Rec[T]
}
type Chain[T interface{ ~[]E }, E any] struct{ t T }

func (c Chain[T, E]) First() E { return c.t[0] }

func Memo[K comparable, V any](f func(func(K) V, K) V) func(K) V {
	m := map[K]V{}
	var self func(K) V
	self = func(k K) V {
		if v, ok := m[k]; ok {
			return v
		}
		v := f(self, k)
		m[k] = v
		return v
	}
	return self
}
func Ternary[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}
func PtrTo[T any](v T) *T                           { return &v }
func Keys[M ~map[K]V, K comparable, V any](m M) int { return len(m) }
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func main() {
	fmt.Println(Vec[int8]{100, 100}.Scale(2).Dot(Vec[int8]{1, 1}), Vec[float64]{.5}.Dot(Vec[float64]{4}))
	fmt.Println(NewGraph[string, float64]().Edge("a", "b", 1.5).Edge("a", "c", 2).adj)
	q := &Queue[rune]{}
	for _, r := range "héy" {
		q.Push(r)
	}
	fmt.Println(string(drain[rune](q)), string(drain[rune](&q.Stack)), len(q.data))
	var e Event[map[string]int]
	off := e.On(func(m map[string]int) { m["n"]++ })
	e.On(func(m map[string]int) { m["n"] *= 10 })
	m := map[string]int{"n": 1}
	e.Fire(m)
	off()
	e.Fire(m)
	fmt.Println(m)
	c := NewCache(WithMax[string, int](1))
	c.evict = func(k string, v int) { fmt.Println("evict", k, v) }
	c.Put("a", 1)
	c.Put("a", 2)
	c.Put("b", 3)
	fmt.Println(c.m, c.order)
	Left[int, string](5).Match(func(i int) { fmt.Println("left", i) }, func(s string) { fmt.Println("right", s) })
	r := Rec[int]{1, []*Rec[int]{{v: 2}}, map[string]*Rec[int]{"x": {v: 3}}}
	fmt.Printf("%v %T %T\n", r.kids[0].v, r, r.up["x"].up)
	fmt.Println(Chain[[]string, string]{[]string{"z"}}.First())
	fib := Memo(func(self func(int) int, n int) int {
		if n < 2 {
			return n
		}
		return self(n-1) + self(n-2)
	})
	fmt.Println(fib(80), Ternary(fib(3) > 1, "big", "small"), *PtrTo(3.5), *PtrTo[any](nil), Keys(map[string]bool{"a": true}))
	type local[T any] struct{ x T }
	fmt.Printf("%v %+v %#v %T\n", local[int]{1}, local[string]{"a"}, local[[]int]{nil}, local[map[string]int]{})
	defer func() { fmt.Println("r:", recover()) }()
	Must(fmt.Sscanf("x", "%d", new(int)))
}
