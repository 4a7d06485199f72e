// The text and type of every run-time panic.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

type I interface{ M() }
type J interface {
	I
	N()
}
type T struct{ s []int }

func (T) M()  {}
func (*T) N() {}
func deep(n int) int {
	if n == 0 {
		var m map[string][]int
		return m["x"][3]
	}
	return deep(n - 1)
}

func try(name string, f func()) {
	defer func() {
		r := recover()
		err, isErr := r.(error)
		var re runtime.Error
		fmt.Printf("%s: %v [%T %v %v]\n", name, r, r, isErr, isErr && errors.As(err, &re))
	}()
	f()
}

func main() {
	zero, neg, five := 0, -1, 5
	s, a, str := []int{1, 2, 3}, [4]int{}, "hello"
	var np *T
	var ni I
	var nf func(int) int
	var na *[4]int
	var x any = "str"
	var ch chan int
	try("index", func() { _ = s[five] })
	try("index neg", func() { _ = s[neg] })
	try("array", func() { _ = a[five] })
	try("string", func() { _ = str[five] })
	try("slice hi", func() { _ = s[:five] })
	try("slice lo hi", func() { _ = s[five-2 : zero+1] })
	try("slice3", func() { _ = s[0:1:five] })
	try("slice3 order", func() { _ = s[0:3:two()] })
	try("string slice", func() { _ = str[five+1:] })
	try("string slice2", func() { _ = str[3:two()] })
	try("array slice", func() { _ = a[five:] })
	try("div", func() { _ = five / zero })
	try("mod", func() { _ = five % zero })
	try("shift", func() { _ = 1 << neg })
	try("nil ptr", func() { _ = np.s })
	try("nil method", func() { ni.M() })
	try("nil func", func() { nf(1) })
	try("nil array", func() { _ = na[1] })
	try("nil array len", func() {
		fmt.Print(len(na), " ")
		for i := range na {
			_ = i
		}
	})
	try("assert", func() { _ = x.(int) })
	try("assert iface", func() { _ = x.(I) })
	try("assert nil", func() { x = nil; _ = x.(string) })
	try("assert J", func() { ni = T{}; _ = ni.(J) })
	try("assert ptr", func() { _ = ni.(*T) })
	try("make", func() { _ = make([]int, neg) })
	try("make cap", func() { _ = make([]int, 2, 1+zero) })
	try("make chan", func() { _ = make(chan int, neg) })
	try("to array", func() { _ = [4]int(s) })
	try("map nil", func() { var m map[string]int; m["a"] = 1 })
	try("map key", func() { _ = map[any]int{[]int{}: 1} })
	try("compare", func() { var p, q any = s, s; _ = p == q })
	try("compare struct", func() { _ = any(T{}) == any(T{}) })
	try("close nil", func() { close(ch) })
	try("close twice", func() { c := make(chan int); close(c); close(c) })
	try("send closed", func() { c := make(chan int, 1); close(c); c <- 1 })
	try("deep", func() { deep(3) })
	try("custom", func() { panic(fmt.Errorf("w: %w", errors.New("in"))) })
	try("panic nil", func() { panic(nil) })
	try("repeat", func() { strings.Repeat("x", neg) })
	try("none", func() {})
	try("goexit", func() {
		done := make(chan bool)
		go func() { defer close(done); defer fmt.Print("exit "); runtime.Goexit() }()
		<-done
	})
	var e error = (*myErr)(nil)
	fmt.Println(e == nil, e != nil)
	try("typed nil", func() { _ = e.Error() })
	s[five] = 1
}

type myErr struct{ m string }

func (e *myErr) Error() string { return e.m }

func two() int { return 2 }
