// %v, %+v, %#v, %T of every kind of value.
package main

import (
	"errors"
	"fmt"
	"time"
)

type E int
type S struct {
	A int
	B string
	c []float64
	D map[string]bool
	e *int
	F any
	G error
	H [2]rune
	I struct{ X, y int }
}
type L []S
type M map[E]string
type Fn func(int) string

func show(v any) { fmt.Printf("%v | %+v | %#v | %T\n", v, v, v, v) }

func main() {
	show(nil)
	show(true)
	show(-5)
	show(uint8(7))
	show(uintptr(16))
	show(1.0)
	show(float32(2.5))
	show(1e21)
	show(3 + 4i)
	show("a\"b\n")
	show('x')
	show(E(3))
	show([]int(nil))
	show([]int{1, 2})
	show([]string{"a", "b c"})
	show([]byte("hi"))
	show([3]bool{true})
	show([]any{1, "a", nil, 2.5, []int{1}})
	show(map[string]int{"z": 1, "a": 2})
	show(map[string]any{"k": []any{1.5, nil}})
	show(map[string]int(nil))
	show(M{2: "two", 1: "one"})
	show(struct{}{})
	show(struct {
		X int
		Y string
	}{1, "y"})
	show(S{A: 1, B: "b", c: []float64{1.5}, D: map[string]bool{"t": true}, F: 3, H: [2]rune{'a', 'b'}})
	show(&struct{ N int }{5})
	show(&[]int{1})
	show(&map[string]int{"a": 1})
	show(&[2]int{3, 4})
	show((*int)(nil))
	show((*S)(nil))
	show(L{})
	show(Fn(nil))
	show((func())(nil))
	show((chan int)(nil))
	show([]error{nil})
	show(E(3) + 1)
	show([]E{1, 2})
	show(map[bool][]E{true: {1}})
	show([][]int{{1}, {}})
	show([]*int{nil})
	show([]struct{ A, B any }{{1, "x"}})
	show(time.Second)
	show(errors.New("plain"))
}
