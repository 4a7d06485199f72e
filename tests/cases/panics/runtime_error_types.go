// The dynamic types of run-time errors, and which of them are runtime.Error.
package main

import (
	"errors"
	"fmt"
	"runtime"
)

func try(f func()) {
	defer func() {
		r := recover()
		e, ok := r.(runtime.Error)
		fmt.Printf("%T %v %v %v\n", r, r, ok, e)
		err, ok := r.(error)
		fmt.Println(err, ok)
	}()
	f()
}

type S string

func main() {
	var a []int
	var i any = S("x")
	z := 0
	try(func() { _ = a[z] })
	try(func() { _ = a[1:][z:] })
	try(func() { _ = i.(string) })
	try(func() { _ = i.(interface{ Foo() }) })
	try(func() { _ = 1 / z })
	try(func() { var p *int; *p = 1 })
	try(func() { var m map[S]int; m["x"] = 1 })
	try(func() { _ = map[any]int{i: 1}[[]int{}] })
	try(func() { close((chan int)(nil)) })
	try(func() { _ = make([]int, z-1) })
	try(func() { _ = make(chan int, z-1) })
	try(func() { _ = make(map[int]int, z-1) })
	try(func() { _ = [3]int(a) })
	try(func() { z--; _ = 1 << z })
	try(func() { panic(fmt.Sprint("x")) })
	try(func() { panic(nil) })
	try(func() {
		defer func() {
			var te *runtime.TypeAssertionError
			var pe *runtime.PanicNilError
			err := recover().(error)
			fmt.Println(errors.As(err, &te), errors.As(err, &pe), te)
			panic(err)
		}()
		_ = i.(fmt.Stringer)
	})
	try(func() { _ = any(func() {}) == any(func() {}) })
}
