// Constraints with methods, unions, approximations, comparable and cmp.Ordered.
package main

import (
	"cmp"
	"fmt"
)

type Shape interface {
	Area() float64
}
type Sq struct{ s float64 }
type Ci struct{ r float64 }

func (s Sq) Area() float64  { return s.s * s.s }
func (c *Ci) Area() float64 { return 3 * c.r * c.r }

func Largest[T Shape](xs ...T) (best T) {
	for i, x := range xs {
		if i == 0 || x.Area() > best.Area() {
			best = x
		}
	}
	return
}

type StringLike interface{ ~string }

func Join[T StringLike](xs []T, sep string) string {
	out := ""
	for i, x := range xs {
		if i > 0 {
			out += sep
		}
		out += string(x)
	}
	return out
}

type Named interface {
	~string
	Name() string
}
type ID string

func (i ID) Name() string      { return "id:" + string(i) }
func Show[T Named](x T) string { return x.Name() + "/" + string(x[:1]) }

type Setter[T any] interface {
	*T
	Set(string)
}
type conf struct{ v string }

func (c *conf) Set(s string) { c.v = s }
func Build[T any, PT Setter[T]](vals ...string) []T {
	out := make([]T, len(vals))
	for i, v := range vals {
		PT(&out[i]).Set(v)
	}
	return out
}

func Max[T cmp.Ordered](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func Abs[T ~int | ~int8 | ~float64](x T) T {
	if x < 0 {
		return -x
	}
	return x
}

func Uniq[T comparable](xs []T) (out []T) {
	seen := make(map[T]bool)
	for _, x := range xs {
		if !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	return
}

func Conv[To, From ~int | ~uint8 | ~float64](f From) To { return To(f) }

func Type[T any](v T) string {
	switch any(v).(type) {
	case int:
		return "int"
	case string:
		return "string"
	case []T:
		return "slice of T"
	}
	return fmt.Sprintf("other %T", v)
}

func Length[T ~[]int | ~map[int]string | ~string](x T) int { return len(x) }

func main() {
	fmt.Println(Largest(Sq{2}, Sq{3}), Largest(&Ci{1}, &Ci{2}).r, Largest[Shape](Sq{1}, &Ci{1}).Area())
	fmt.Println(Join([]ID{"a", "b"}, "-"), Show(ID("xyz")))
	fmt.Println(Build[conf]("p", "q"))
	fmt.Println(Max(1, 2), Max("a", "b"), Max(2.5, 1), Abs(-3), Abs(int8(-128)), Abs(-2.5))
	fmt.Println(Uniq([]any{1, "1", 1, nil, nil, 1.0}), Uniq([][1]int{{1}, {1}, {2}}))
	fmt.Println(Conv[uint8](300), Conv[int](2.9), Conv[float64](3)/2)
	fmt.Println(Type(1), Type("s"), Type(2.5), Type([]int{}))
	fmt.Println(Length([]int{1, 2}), Length(map[int]string{1: "a"}), Length(ID("abc")))
}
