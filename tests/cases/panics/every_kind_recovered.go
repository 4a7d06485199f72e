// Every run-time panic by its text, recover in helpers and nested, and os.Exit in a deferred call.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
)

type myErr struct{ code int }

func (e *myErr) Error() string { return "code " + strconv.Itoa(e.code) }

func try(name string, f func()) {
	defer func() {
		r := recover()
		switch x := r.(type) {
		case runtime.Error:
			fmt.Printf("%s: runtime %v | %T\n", name, x, x == nil)
		case error:
			fmt.Printf("%s: error %v %T\n", name, x, x)
		case nil:
			fmt.Println(name, "fine")
		default:
			fmt.Printf("%s: %T %v\n", name, x, x)
		}
	}()
	f()
}

func named() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("wrapped: %v", r)
			n *= 2
		}
	}()
	n = 21
	panic("oops")
}
func order() (s string) {
	for i := range 4 {
		defer func() { s += strconv.Itoa(i) }()
	}
	defer func(x string) { s += x }(s + "evaluated early")
	return "start:"
}
func nested() {
	defer func() { fmt.Println("outer", recover()) }()
	defer func() {
		defer func() { fmt.Println("inner", recover()) }()
		panic("second")
	}()
	panic("first")
}
func replaced() {
	defer func() { fmt.Println("got", recover()) }()
	defer func() { panic("replacement") }()
	panic("original")
}
func helper() any { return recover() }
func viaHelper() (r any) {
	defer func() { r = fmt.Sprint("outer:", recover()) }()
	defer func() { r = helper() }()
	panic("not seen by nested helper")
}
func direct() (x int) {
	defer fmt.Println("deferred args", x)
	defer helper()
	x = 5
	panic("direct recover")
}

type T struct{ a []int }

func (t *T) get(i int) int { return t.a[i] }

func main() {
	var m map[string]int
	var s []int
	var np *T
	var i any = "str"
	var fn func()
	var ch chan int
	zero := 0
	n := 5
	try("idx", func() { _ = s[n] })
	try("slice", func() { _ = s[1:n] })
	try("slice2", func() { s := make([]int, 3, 10); k := 2; _ = s[n:k] })
	try("slice3", func() { s := make([]int, 3, 4); _ = s[:2:n] })
	try("str", func() { _ = "abc"[n] })
	try("str2", func() { k := -1; _ = "abc"[k+1 : n] })
	try("neg", func() { k := -1; _ = s[k] })
	try("nilmap", func() { m["a"]++ })
	try("nilptr", func() { np.get(1) })
	try("assert", func() { _ = i.(int) })
	try("assert2", func() { _ = i.(error) })
	try("assert3", func() { i = nil; _ = i.(fmt.Stringer) })
	try("div", func() { _ = 1 / zero })
	try("mod", func() { _ = int8(1) % int8(zero) })
	try("fn", func() { fn() })
	try("close", func() { close(ch) })
	try("close2", func() { c := make(chan int); close(c); close(c) })
	try("send", func() { c := make(chan int, 1); close(c); c <- 1 })
	try("make", func() { k := -1; _ = make([]int, k) })
	try("makecap", func() { k := 1; _ = make([]int, 2, k) })
	try("arr", func() { _ = [4]int(make([]int, 2)) })
	try("cmp", func() { var a, b any = []int{1}, []int{1}; _ = a == b })
	try("hash", func() { mm := map[any]int{}; mm[map[string]int{}] = 1 })
	try("cmpstruct", func() { type q struct{ f any }; fmt.Println(q{func() {}} == q{func() {}}) })
	try("shift", func() { k := -1; _ = 1 << k })
	try("custom", func() { panic(&myErr{3}) })
	try("wrapped", func() { panic(fmt.Errorf("w: %w", &myErr{4})) })
	try("nilpanic", func() { panic(nil) })
	try("goexit-like", func() { panic(errors.Join(errors.New("a"), errors.New("b"))) })
	fmt.Println(named())
	fmt.Println(order())
	nested()
	replaced()
	fmt.Println(viaHelper())
	fmt.Println(direct())
	defer os.Exit(3)
	defer func() { fmt.Println("exiting", recover()) }()
	panic(fmt.Sprintf("%05d", 42))
}
