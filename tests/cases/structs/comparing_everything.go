// Comparison of structs, arrays, interfaces and channels, and where it panics.
package main

import "fmt"

type T struct {
	a int
	b string
}
type U struct {
	T
	f float64
	i any
}
type P struct{ p *int }
type Big struct {
	arr [3]T
	u   U
}

func eq[T comparable](a, b T) bool { return a == b }
func find[T comparable](xs []T, x T) int {
	for i, v := range xs {
		if v == x {
			return i
		}
	}
	return -1
}

func main() {
	a, b := T{1, "x"}, T{1, "x"}
	fmt.Println(a == b, &a == &b, a != T{2, "x"}, T{} == T{}, struct{}{} == struct{}{})
	u1, u2 := U{a, 1.5, 1}, U{b, 1.5, 1}
	fmt.Println(u1 == u2, u1.i == 1, u1.i == int64(1), u1.i == u2.i)
	u1.i, u2.i = a, b
	fmt.Println(u1 == u2, u1.i == any(a), eq[any](u1, u2), eq[any](1, "1"))
	x, y := 1, 1
	fmt.Println(P{&x} == P{&y}, P{&x} == P{&x}, P{} == P{nil})
	nan := 0.0
	nan = nan / nan
	u1.f = nan
	fmt.Println(u1 == u1, [1]float64{nan} == [1]float64{nan}, eq(nan, nan), any(nan) == any(nan))
	b1, b2 := Big{}, Big{}
	b1.arr[2].b = "z"
	fmt.Println(b1 == b2)
	b2.arr[2] = T{b: "z"}
	fmt.Println(b1 == b2, find([]Big{{}, b1}, b2), find([]any{1, "a", nil, a}, any(b)), find([]any{1}, nil))
	c1, c2 := make(chan int), make(chan int)
	var c3 <-chan int = c1
	fmt.Println(c1 == c2, c1 == c1, c3 == c1, c1 != nil)
	var e1, e2 error
	var pt *T
	var i1 any = pt
	fmt.Println(e1 == e2, e1 == nil, i1 == nil, i1 == (*T)(nil), i1 == any((*U)(nil)))
	s1 := struct {
		a int
		b string
	}(a)
	fmt.Println(s1 == a, T(s1) == b)
	type T2 T
	fmt.Println(T2(a) == T2(b), any(T2(a)) == any(a))
	arr := [...]any{1, "a", nil, 2.5, [2]int{1, 2}, struct{ x int }{1}}
	arr2 := arr
	fmt.Println(arr == arr2, arr[4] == [2]int{1, 2}, arr[5] == struct{ x int }{1})
	arr2[1] = 'a'
	fmt.Println(arr == arr2)
	defer func() {
		fmt.Println(recover())
		defer func() {
			fmt.Println(recover())
			m := map[any]int{}
			m[U{i: 1}]++
			m[U{i: 1}]++
			m[U{i: 1.0}]++
			fmt.Println(len(m), m[U{i: 1}])
			func() {
				defer func() { fmt.Println(recover()) }()
				m[U{i: []int{}}] = 1
			}()
			// comparison stops at the first difference
			v1, v2 := U{T{1, ""}, 0, []int{}}, U{T{2, ""}, 0, []int{}}
			fmt.Println(v1 == v2)
		}()
		w1, w2 := any([1]any{func() {}}), any([1]any{func() {}})
		fmt.Println(w1 == w2)
	}()
	u1.f = 0
	u1.i, u2.i = []int{1}, []int{1}
	u2.f = 0
	fmt.Println(u1 == u2)
}
