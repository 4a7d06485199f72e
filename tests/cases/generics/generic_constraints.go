// Containers, options and helpers with constraints, methods and inference.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"sort"
	"strings"
)

type Number interface {
	~int | ~int64 | ~float64
}

type Stringish interface {
	~string
	Len() int
}

type Name string

func (n Name) Len() int { return len(n) }

type List[T any] struct {
	head, tail *node[T]
	n          int
}

type node[T any] struct {
	val  T
	next *node[T]
}

func (l *List[T]) Push(vs ...T) *List[T] {
	for _, v := range vs {
		nd := &node[T]{val: v}
		if l.tail == nil {
			l.head, l.tail = nd, nd
		} else {
			l.tail.next = nd
			l.tail = nd
		}
		l.n++
	}
	return l
}

func (l *List[T]) Each(f func(int, T)) {
	i := 0
	for n := l.head; n != nil; n = n.next {
		f(i, n.val)
		i++
	}
}

type Ordered[K cmp.Ordered, V any] struct {
	m    map[K]V
	keys []K
}

func New[K cmp.Ordered, V any]() *Ordered[K, V] { return &Ordered[K, V]{m: map[K]V{}} }

func (o *Ordered[K, V]) Set(k K, v V) {
	if _, ok := o.m[k]; !ok {
		i := sort.Search(len(o.keys), func(i int) bool { return o.keys[i] >= k })
		o.keys = append(o.keys, k)
		copy(o.keys[i+1:], o.keys[i:])
		o.keys[i] = k
	}
	o.m[k] = v
}

func (o *Ordered[K, V]) All(yield func(K, V) bool) {
	for _, k := range o.keys {
		if !yield(k, o.m[k]) {
			return
		}
	}
}

func Sum[T Number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return t
}

func Reduce[T, A any](xs []T, init A, f func(A, T) A) A {
	for _, x := range xs {
		init = f(init, x)
	}
	return init
}

func MapKV[M ~map[K]V, K comparable, V, R any](m M, f func(K, V) R) []R {
	var out []R
	for k, v := range m {
		out = append(out, f(k, v))
	}
	return out
}

type Result[T any] struct {
	Val T
	Err error
}

func Try[T any](f func() (T, error)) (r Result[T]) {
	r.Val, r.Err = f()
	return
}

func (r Result[T]) OrElse(v T) T {
	if r.Err != nil {
		return v
	}
	return r.Val
}

func total[S Stringish](xs ...S) (n int) {
	for _, x := range xs {
		n += x.Len() + len(x) + len(string(x))
	}
	return
}

type Pair[A, B any] struct {
	A A
	B B
}

func MakePair[A, B any](a A, b B) Pair[A, B] { return Pair[A, B]{a, b} }
func (p Pair[A, B]) Swap() Pair[B, A]        { return MakePair(p.B, p.A) }

type Set[T comparable] map[T]struct{}

func (s Set[T]) Add(v T) Set[T] { s[v] = struct{}{}; return s }
func (s Set[T]) Has(v T) bool   { _, ok := s[v]; return ok }

type ID int

func main() {
	l := new(List[string]).Push("a", "b").Push("c")
	l.Each(func(i int, s string) { fmt.Print(i, s, " ") })
	o := New[string, []int]()
	for i, w := range strings.Fields("the quick brown the fox quick") {
		o.Set(w, append(o.m[w], i))
	}
	for k, v := range o.All {
		fmt.Print(k, v, ";")
	}
	fmt.Println()
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2), Sum[ID](1, 2), Sum[float64]())
	fmt.Println(Reduce([]int{1, 2, 3}, "", func(a string, x int) string { return a + fmt.Sprint(x) }))
	fmt.Println(len(MapKV(map[ID]string{1: "x"}, func(k ID, v string) Pair[ID, string] { return MakePair(k, v) })))
	r := Try(func() (int, error) { return 0, errors.New("no") })
	fmt.Println(r.OrElse(9), Try(func() (string, error) { return "ok", nil }))
	fmt.Println(total(Name("ab"), "cde"))
	p := MakePair("x", MakePair(1, true)).Swap()
	fmt.Printf("%v %+v %T\n", p, p, p)
	s := Set[Pair[int, string]]{}
	fmt.Println(s.Add(MakePair(1, "a")).Has(Pair[int, string]{1, "a"}), s.Has(MakePair(2, "a")), len(s))
	fmt.Printf("%T %T %T %T\n", s, l, o, New[ID, map[string]Pair[int, error]])
}
