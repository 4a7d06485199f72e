// A tree, sequences that are mapped, filtered and pulled, options and sets, all generic.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"
)

type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~float32 | ~float64
}
type Celsius float64
type Tree[K cmp.Ordered, V any] struct {
	root *node[K, V]
	n    int
}
type node[K cmp.Ordered, V any] struct {
	k           K
	v           V
	left, right *node[K, V]
}

func (t *Tree[K, V]) Put(k K, v V) (old V, had bool) {
	p := &t.root
	for *p != nil {
		switch c := cmp.Compare(k, (*p).k); {
		case c < 0:
			p = &(*p).left
		case c > 0:
			p = &(*p).right
		default:
			old, (*p).v = (*p).v, v
			return old, true
		}
	}
	*p = &node[K, V]{k: k, v: v}
	t.n++
	return
}

func (n *node[K, V]) walk(yield func(K, V) bool) bool {
	return n == nil || n.left.walk(yield) && yield(n.k, n.v) && n.right.walk(yield)
}
func (t *Tree[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) { t.root.walk(yield) }
}

func Sum[S ~[]E, E Number](s S) (t E) {
	for _, v := range s {
		t += v
	}
	return
}

func Map[T, U any](seq iter.Seq[T], f func(T) U) iter.Seq[U] {
	return func(yield func(U) bool) {
		for v := range seq {
			if !yield(f(v)) {
				return
			}
		}
	}
}
func Filter[T any](seq iter.Seq[T], f func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		seq(func(v T) bool { return !f(v) || yield(v) })
	}
}
func Take[T any](n int, seq iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		if n <= 0 {
			return
		}
		i := 0
		for v := range seq {
			if !yield(v) {
				return
			}
			if i++; i >= n {
				return
			}
		}
	}
}
func Nat() iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Println("nat done")
		for i := 0; yield(i); i++ {
		}
	}
}

type Opt[T any] struct {
	v  T
	ok bool
}

func Some[T any](v T) Opt[T] { return Opt[T]{v, true} }
func (o Opt[T]) OrElse(d T) T {
	if o.ok {
		return o.v
	}
	return d
}
func (o Opt[T]) String() string {
	if !o.ok {
		return "None"
	}
	return fmt.Sprintf("Some(%v)", o.v)
}
func Then[T, U any](o Opt[T], f func(T) Opt[U]) (r Opt[U]) {
	if o.ok {
		r = f(o.v)
	}
	return
}

type Set[T comparable] map[T]struct{}

func (s Set[T]) Add(xs ...T) Set[T] {
	for _, x := range xs {
		s[x] = struct{}{}
	}
	return s
}
func Union[T comparable, S ~map[T]struct{}](a, b S) S {
	r := maps.Clone(a)
	maps.Copy(r, b)
	return r
}

func main() {
	var t Tree[string, int]
	for i, w := range strings.Fields("the quick brown fox jumps over the lazy dog the end") {
		if old, had := t.Put(w, i); had {
			fmt.Println("replaced", w, old)
		}
	}
	for k, v := range t.All() {
		if k > "l" {
			break
		}
		fmt.Print(k, "=", v, " ")
	}
	fmt.Println(t.n)
	fmt.Println(Sum([]Celsius{1.5, 2.5}), Sum([]int8{100, 100}))
	fmt.Printf("%T %T\n", t, Sum[[]Celsius])
	evens := Filter(Nat(), func(i int) bool { return i%2 == 0 })
	for s := range Take(3, Map(evens, func(i int) string { return fmt.Sprint("#", i) })) {
		fmt.Println(s)
	}
	next, stop := iter.Pull(Take(5, Nat()))
	a, ok := next()
	b, ok2 := next()
	stop()
	c, ok3 := next()
	fmt.Println(a, ok, b, ok2, c, ok3)
	o := Then(Some(4), func(i int) Opt[string] { return Some(strings.Repeat("x", i)) })
	fmt.Println(o, Opt[error]{}, Some(errors.New("e")), o.OrElse("d"))
	fmt.Printf("%v %+v %T %#v\n", o, o, o, o)
	u := Union(Set[int]{}.Add(3, 1), Set[int]{}.Add(2))
	ks := slices.Collect(maps.Keys(u))
	sort.Ints(ks)
	fmt.Println(ks, len(u), u)
	fmt.Printf("%T %T\n", u, Then[int, string])
}
