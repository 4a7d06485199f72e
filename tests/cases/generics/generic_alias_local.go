// Generic aliases, constraints with methods, type switches on type parameters, method values of instances.
package main

import "fmt"

type Vec[T any] = []T
type M[V any] = map[string]Vec[V]
type Fn[A, B any] func(A) B

func (f Fn[A, B]) Apply(a A) B { return f(a) }

func compose[A, B, C any](f Fn[A, B], g Fn[B, C]) Fn[A, C] {
	return func(a A) C { return g(f(a)) }
}

type Tree[K interface{ Less(K) bool }, V any] struct {
	root *tnode[K, V]
}
type tnode[K interface{ Less(K) bool }, V any] struct {
	k    K
	v    V
	l, r *tnode[K, V]
}

func (t *Tree[K, V]) Put(k K, v V) {
	p := &t.root
	for *p != nil {
		switch {
		case k.Less((*p).k):
			p = &(*p).l
		case (*p).k.Less(k):
			p = &(*p).r
		default:
			(*p).v = v
			return
		}
	}
	*p = &tnode[K, V]{k: k, v: v}
}

func (n *tnode[K, V]) walk(f func(K, V)) {
	if n != nil {
		n.l.walk(f)
		f(n.k, n.v)
		n.r.walk(f)
	}
}

type Int int

func (a Int) Less(b Int) bool { return a < b }

type Embeds[T any] struct {
	*Box[T]
	extra T
}
type Box[T any] struct{ v T }

func (b *Box[T]) Set(v T) { b.v = v }
func (b Box[T]) Get() T   { return b.v }

type Getter[T any] interface{ Get() T }
type GetSetter[T any] interface {
	Getter[T]
	Set(T)
}

func fill[T any, P interface {
	*S
	GetSetter[T]
}, S any](v T) S {
	var s S
	P(&s).Set(v)
	return s
}

func kind[T any](v T) string {
	switch any(v).(type) {
	case int, int64:
		return "int-like"
	case []T:
		return "slice of T"
	case fmt.Stringer:
		return "stringer"
	case Box[T]:
		return "box"
	case func() T:
		return "func"
	}
	var z T
	return fmt.Sprintf("other %T %v", z, z)
}

func cases[T, U any](x any) string {
	switch x := x.(type) {
	case T:
		return fmt.Sprintf("T %v", x)
	case U:
		return fmt.Sprintf("U %v", x)
	case []T, map[string]U:
		return fmt.Sprintf("%T", x)
	}
	return "none"
}

func local[T any](n int) any {
	type inner struct {
		v T
		n int
	}
	return inner{n: n}
}

func main() {
	m := M[int]{"a": {1, 2}}
	m["b"] = append(m["b"], 3)
	fmt.Printf("%v %T\n", m, m)
	inc := Fn[int, int](func(x int) int { return x + 1 })
	str := Fn[int, string](func(x int) string { return fmt.Sprint("<", x, ">") })
	fmt.Println(compose(inc, str).Apply(4), compose(compose(inc, inc), str)(1))
	var t Tree[Int, string]
	for i, s := range []string{"x", "y", "z", "w"} {
		t.Put(Int(i*7%4), s)
	}
	t.Put(2, "again")
	t.root.walk(func(k Int, v string) { fmt.Print(k, v, " ") })
	fmt.Println()
	e := Embeds[string]{&Box[string]{"in"}, "ex"}
	e.Set("new")
	var gs GetSetter[string] = e
	fmt.Println(e.Get(), gs.Get(), e.v, e.extra)
	fmt.Println(fill[int, *Box[int], Box[int]](7).Get())
	fmt.Println(kind(1), kind("s"), kind([]int{}), kind(Box[int]{}), kind(3.5))
	fmt.Println(cases[int, string](1), cases[int, string]("s"), cases[int, string]([]int{}), cases[int, int](2), cases[error, int](nil))
	fmt.Printf("%v %v\n", local[string](1) == local[string](1), local[string](1) == local[int](1))
	f := (*Box[int]).Set
	b := Box[int]{}
	f(&b, 5)
	g := Box[int].Get
	fmt.Println(g(b), b)
	fmt.Printf("%T %T\n", f, g)
}
