// Constraints with methods and pointers, conversions between type parameters, method expressions of generic types.
package main

import (
	"fmt"
	"strconv"
)

type Stringish interface {
	~string
	Len() int
}
type MyS string

func (m MyS) Len() int { return len(m) }

func TotalLen[T Stringish](xs ...T) int {
	n := 0
	for _, x := range xs {
		n += x.Len() + len(x) + len(string(x))
	}
	return n
}

type Ptr[T any] interface {
	*T
	Set(string) error
}
type IntV struct{ n int }

func (i *IntV) Set(s string) (err error) { i.n, err = strconv.Atoi(s); return }

func Parse[T any, P Ptr[T]](ss []string) ([]T, error) {
	out := make([]T, len(ss))
	for i, s := range ss {
		p := P(&out[i])
		if err := p.Set(s); err != nil {
			return out[:i], fmt.Errorf("item %d: %w", i, err)
		}
	}
	return out, nil
}

type List[T any] struct {
	head, tail *elem[T]
}
type elem[T any] struct {
	next *elem[T]
	val  T
}

func (l *List[T]) Push(v T) *List[T] {
	e := &elem[T]{val: v}
	if l.tail == nil {
		l.head, l.tail = e, e
	} else {
		l.tail.next = e
		l.tail = e
	}
	return l
}
func (l *List[T]) Each(f func(int, T)) {
	i := 0
	for e := l.head; e != nil; e = e.next {
		f(i, e.val)
		i++
	}
}

type Num interface{ ~int | ~uint8 | ~float64 }

func Conv[To, From Num](f From) To { return To(f) }
func Zero[T any]() T               { return *new(T) }
func Kind[T any](v T) string {
	switch any(v).(type) {
	case int:
		return "int"
	case []T:
		return "slice of T"
	case fmt.Stringer:
		return "stringer"
	case string, MyS:
		return "stringy"
	case nil:
		return "nil"
	}
	return fmt.Sprintf("other %T", v)
}

type Matrix[T Num] [][]T

func (m Matrix[T]) Mul(o Matrix[T]) Matrix[T] {
	r := make(Matrix[T], len(m))
	for i := range m {
		r[i] = make([]T, len(o[0]))
		for j := range o[0] {
			for k := range o {
				r[i][j] += m[i][k] * o[k][j]
			}
		}
	}
	return r
}
func Reduce[T, A any](xs []T, a A, f func(A, T) A) A {
	for _, x := range xs {
		a = f(a, x)
	}
	return a
}

type Pair[A, B any] struct {
	First  A
	Second B
}

func MakePair[A, B any](a A, b B) Pair[A, B] { return Pair[A, B]{a, b} }
func (p Pair[A, B]) Swap() Pair[B, A]        { return Pair[B, A]{p.Second, p.First} }

type Fn[T any] func(T) T

func (f Fn[T]) Twice() Fn[T] { return func(t T) T { return f(f(t)) } }

type Alias = Pair[int, string]

func main() {
	fmt.Println(TotalLen(MyS("abc"), "de"))
	vs, err := Parse[IntV]([]string{"1", "22", "x3", "4"})
	fmt.Printf("%v %v\n", vs, err)
	var l List[Pair[string, int]]
	l.Push(MakePair("a", 1)).Push(MakePair("b", 2)).Each(func(i int, p Pair[string, int]) { fmt.Println(i, p, p.Swap()) })
	fmt.Println(Conv[uint8](300.7-100), Conv[int](3.99), Conv[float64](uint8(7)))
	fmt.Println(Kind(1), Kind("s"), Kind(MyS("q")), Kind([]int{}), Kind[any](nil), Kind[error](nil), Kind(3.5))
	fmt.Printf("%q %v %v %v\n", Zero[string](), Zero[*int](), Zero[[2]bool](), Zero[Alias]())
	m := Matrix[uint8]{{200, 2}, {3, 4}}
	fmt.Println(m.Mul(m))
	fmt.Println(Reduce([]int{1, 2, 3}, "", func(a string, i int) string { return a + strconv.Itoa(i) }))
	inc := Fn[int](func(i int) int { return i*2 + 1 })
	fmt.Println(inc.Twice().Twice()(1))
	fmt.Printf("%T %T %T %v\n", inc, Alias{}, MakePair[any, error](nil, nil), MakePair[any, error](nil, nil))
	f := MakePair[float64, []string]
	fmt.Printf("%T %+v\n", f, f(1, nil))
	g := Pair[int, int].Swap
	fmt.Println(g(MakePair(1, 2)), MakePair(1, 2) == MakePair(1, 2))
	var x interface{ Swap() Pair[string, int] } = Alias{1, "z"}
	fmt.Println(x.Swap())
}
