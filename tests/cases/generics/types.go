// Generic structs with methods, several parameters, nested instantiation, %T names.
package main

import (
	"fmt"
	"iter"
)

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(v T) { s.items = append(s.items, v) }
func (s *Stack[T]) Pop() (v T, ok bool) {
	if len(s.items) == 0 {
		return
	}
	v = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return v, true
}
func (s Stack[T]) Each(f func(int, T)) {
	for i, v := range s.items {
		f(i, v)
	}
}

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair[K, V]) String() string                     { return fmt.Sprintf("%v=>%v", p.Key, p.Val) }
func (p Pair[K, V]) Swap(v V) Pair[K, V]                { p.Val = v; return p }
func MakePair[K comparable, V any](k K, v V) Pair[K, V] { return Pair[K, V]{k, v} }

type List[T any] struct {
	head *node[T]
	size int
}
type node[T any] struct {
	v    T
	next *node[T]
}

func (l *List[T]) Add(v T) *List[T] { l.head = &node[T]{v, l.head}; l.size++; return l }
func (l *List[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for n := l.head; n != nil; n = n.next {
			if !yield(n.v) {
				return
			}
		}
	}
}

type Set[T comparable] map[T]struct{}

func (s Set[T]) Add(vs ...T) Set[T] {
	for _, v := range vs {
		s[v] = struct{}{}
	}
	return s
}
func (s Set[T]) Has(v T) bool { _, ok := s[v]; return ok }

type Opt[T any] func(*T)
type Matrix[T ~int | ~float64] [][]T
type Vec[T any] = []T

func main() {
	var s Stack[string]
	s.Push("a")
	s.Push("b")
	s.Each(func(i int, v string) { fmt.Print(i, v, " ") })
	fmt.Println(s.Pop())
	fmt.Println(s.Pop())
	fmt.Println(s.Pop())
	st := Stack[Pair[string, int]]{}
	st.Push(Pair[string, int]{"k", 1})
	fmt.Println(st, st.items[0].Swap(9), MakePair("x", []int{1}))
	fmt.Printf("%T %T %T\n", s, st, MakePair(1, 2.5))
	l := (&List[int]{}).Add(1).Add(2).Add(3)
	for v := range l.All() {
		if v == 1 {
			break
		}
		fmt.Print(v, " ")
	}
	fmt.Println(l.size)
	set := Set[int]{}.Add(1, 2, 2)
	fmt.Println(set.Has(1), set.Has(5), len(set), Set[string]{"q": {}})
	m := Matrix[float64]{{1, 2}, {3, 4}}
	m[0][1] *= 10
	fmt.Println(m, Vec[int]{1, 2})
	fmt.Printf("%T %T\n", set, m)
	p := &Pair[string, *int]{Key: "nil"}
	fmt.Println(p.Val == nil, p.Key)
	fmt.Printf("%v %+v\n", Pair[int, bool]{1, true}, struct{ P Pair[string, int] }{Pair[string, int]{"n", 2}})
	fmt.Println(Pair[string, int]{"a", 1} == Pair[string, int]{"a", 1})
	var a any = s
	_, isS := a.(Stack[string])
	_, isI := a.(Stack[int])
	fmt.Println(isS, isI)
}
