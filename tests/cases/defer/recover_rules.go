// recover works only when called directly by a deferred function while panicking.
package main

import (
	"errors"
	"fmt"
)

func helper() any { return recover() }

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "outer caught:", r)
			return
		}
		fmt.Println(name, "fine")
	}()
	f()
}

func result() (s string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	s = "partial"
	var m map[string]int
	m["x"] = 1
	return "full", nil
}

func main() {
	fmt.Println(recover())
	try("none", func() {})
	try("direct", func() { defer func() { recover() }(); panic(1) })
	try("indirect", func() { defer func() { func() { recover() }() }(); panic(2) })
	try("helper", func() { defer func() { fmt.Println("helper gives", helper()) }(); panic(3) })
	try("deferred helper", func() { defer helper(); panic(4) })
	try("deferred builtin", func() { defer recover(); panic(5) })
	try("not deferred", func() { recover(); panic(6) })
	try("repanic", func() {
		defer func() { r := recover(); panic(fmt.Sprint("re-", r)) }()
		panic(7)
	})
	try("replace", func() { defer func() { panic("second") }(); panic("first") })
	try("after recover", func() {
		defer fmt.Println("first deferred still runs")
		defer func() { fmt.Println("got", recover(), recover()) }()
		panic("x")
	})
	try("nested", func() {
		defer func() { fmt.Println("outer", recover()) }()
		func() {
			defer func() { fmt.Println("inner", recover()) }()
			panic("deep")
		}()
		fmt.Println("continues")
		panic("again")
	})
	fmt.Println(result())
	try("error value", func() { panic(errors.New("an error")) })
	try("struct", func() { panic(struct{ Code int }{5}) })
	try("nil", func() { panic(nil) })
	try("loop", func() {
		for i := range 3 {
			func() {
				defer func() { recover() }()
				if i == 1 {
					panic(i)
				}
				fmt.Print("i", i, " ")
			}()
		}
		fmt.Println()
	})
	x := func() (n int) {
		defer func() { recover(); n++ }()
		n = 10
		panic("n")
	}()
	fmt.Println(x)
}
