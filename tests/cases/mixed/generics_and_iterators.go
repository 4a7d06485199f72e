// Generics, iterators and functions as values, together.
package main

import (
	"errors"
	"fmt"
	"iter"
	"sort"
	"strings"
)

type Number interface {
	~int | ~int64 | ~float64
}

func Sum[T Number](xs ...T) T {
	var s T
	for _, x := range xs {
		s += x
	}
	return s
}

func Map[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

type Stack[T any] struct {
	items []T
}

func (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }
func (s *Stack[T]) Pop() (T, bool) {
	var zero T
	if len(s.items) == 0 {
		return zero, false
	}
	x := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x, true
}
func (s Stack[T]) Len() int { return len(s.items) }

type List[T any] struct {
	head *node[T]
	size int
}
type node[T any] struct {
	v    T
	next *node[T]
}

func (l *List[T]) Add(v T) *List[T] {
	l.head = &node[T]{v, l.head}
	l.size++
	return l
}
func (l *List[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		i := 0
		for n := l.head; n != nil; n = n.next {
			if !yield(i, n.v) {
				return
			}
			i++
		}
	}
}

type Tree[K interface{ ~int | ~string }, V any] struct {
	left, right *Tree[K, V]
	k           K
	v           V
}

func (t *Tree[K, V]) Insert(k K, v V) *Tree[K, V] {
	if t == nil {
		return &Tree[K, V]{k: k, v: v}
	}
	switch {
	case k < t.k:
		t.left = t.left.Insert(k, v)
	case k > t.k:
		t.right = t.right.Insert(k, v)
	default:
		t.v = v
	}
	return t
}
func (t *Tree[K, V]) Walk(yield func(K, V) bool) bool {
	if t == nil {
		return true
	}
	return t.left.Walk(yield) && yield(t.k, t.v) && t.right.Walk(yield)
}

type MyInt int

func (m MyInt) String() string { return fmt.Sprintf("MyInt(%d)", int(m)) }

type Stringish interface{ String() string }

func Join[T Stringish](xs []T) string {
	parts := []string{}
	for _, x := range xs {
		parts = append(parts, x.String())
	}
	return strings.Join(parts, ",")
}

type Setter[T any] interface {
	*T
	Set(string)
}
type Conf struct{ v string }

func (c *Conf) Set(s string) { c.v = s }
func Build[T any, P Setter[T]](vals []string) []T {
	out := make([]T, len(vals))
	for i, v := range vals {
		p := P(&out[i])
		p.Set(v)
	}
	return out
}

type Pair[A, B any] struct {
	First  A
	Second B
}

func MakePair[A, B any](a A, b B) Pair[A, B] { return Pair[A, B]{a, b} }
func (p Pair[A, B]) Swap() Pair[B, A]        { return Pair[B, A]{p.Second, p.First} }

func Keys[M ~map[K]V, K comparable, V any](m M) []K {
	r := make([]K, 0, len(m))
	for k := range m {
		r = append(r, k)
	}
	return r
}

func find() (res string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	for i, v := range (&List[int]{}).Add(1).Add(2).Add(3).All() {
		defer fmt.Println("deferred", i, v)
		if v == 2 {
			return fmt.Sprint("found at ", i), nil
		}
	}
	return "none", nil
}

func outer() int {
L:
	for i := range 5 {
		for _, x := range (&List[int]{}).Add(10).Add(20).All() {
			if i == 1 {
				continue L
			}
			if i == 3 {
				break L
			}
			if x == 10 {
				return 100*i + x
			}
			fmt.Println("i", i, x)
		}
	}
	return -1
}

func main() {
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2.5), Sum[MyInt](1, 2))
	fmt.Println(Map([]int{1, 2, 3}, func(i int) string { return fmt.Sprint(i * i) }))
	var s Stack[string]
	s.Push("a")
	s.Push("b")
	fmt.Println(s.Pop())
	fmt.Println(s.Len())
	fmt.Printf("%T %v\n", s, s)
	var t *Tree[string, int]
	for i, w := range strings.Fields("the quick brown fox jumps over the lazy dog") {
		t = t.Insert(w, i)
	}
	t.Walk(func(k string, v int) bool { fmt.Print(k, "=", v, " "); return k != "over" })
	fmt.Println()
	fmt.Println(Join([]MyInt{1, 2}))
	fmt.Println(Build[Conf]([]string{"x", "y"}))
	p := MakePair("a", 1)
	fmt.Printf("%v %+v %T\n", p, p.Swap(), p.Swap())
	ks := Keys(map[string]int{"b": 1, "a": 2})
	sort.Strings(ks)
	fmt.Println(ks)
	fmt.Println(find())
	fmt.Println(outer())
	f := Sum[float64]
	fmt.Println(f(1, 2))
	g := s.Push
	g("zz")
	fmt.Println(s.items, errors.Is(nil, nil))
	h := (*Stack[string]).Push
	h(&s, "q")
	fmt.Println(s)
	var x any = s
	switch v := x.(type) {
	case Stack[int]:
		fmt.Println("int", v)
	case Stack[string]:
		fmt.Println("string", v.Len())
	}
}
