// Panics while deferred functions run, recover in nested defers, Goexit-like unwinding order.
package main

import (
	"fmt"
	"strings"
)

var log []string

func note(s string, a ...any) { log = append(log, fmt.Sprintf(s, a...)) }
func flush()                  { fmt.Println(strings.Join(log, " | ")); log = nil }

func chain() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("chain: %v", r)
		}
	}()
	defer note("d1")
	defer func() {
		defer func() { note("inner recovered %v", recover()) }()
		panic("from defer")
	}()
	defer note("d2")
	panic("original")
}

func replaced() (r any) {
	defer func() { r = recover() }()
	defer func() { panic("third") }()
	defer func() { panic("second") }()
	panic("first")
}

func cleanup(n int) (res []int) {
	for i := range n {
		defer func() {
			if r := recover(); r != nil {
				note("i=%d got %v", i, r)
				if i > 0 {
					panic(fmt.Sprint(r, "+", i))
				}
			}
			res = append(res, i)
		}()
	}
	panic("p")
}

func loopRecover() (ok, bad int) {
	for i := range 5 {
		func() {
			defer func() {
				if recover() != nil {
					bad++
				} else {
					ok++
				}
			}()
			_ = 10 / (i % 2)
		}()
	}
	return
}

func valueThenPanic() (n int, s string) {
	defer func() { recover(); s += "!" }()
	n, s = 7, "set"
	var p *struct{ x int }
	return p.x, "unreached"
}

func deferInRecover() (out string) {
	defer func() {
		r := recover()
		defer func() { out = fmt.Sprint(r, "/", recover()) }()
		var m map[string]int
		m[fmt.Sprint(r)] = 1
	}()
	panic("base")
}

type closer struct{ name string }

func (c *closer) Close() { note("close %s", c.name) }

func open() (c *closer) {
	c = &closer{"a"}
	defer c.Close()
	c = &closer{"b"}
	defer func() { c.Close() }()
	c = &closer{"c"}
	return &closer{"d"}
}

func main() {
	fmt.Println(chain())
	flush()
	fmt.Println(replaced())
	fmt.Println(cleanup(3))
	flush()
	fmt.Println(loopRecover())
	fmt.Println(valueThenPanic())
	fmt.Println(deferInRecover())
	open()
	flush()
	func() {
		defer flush()
		defer note("args %v", func() int { note("evaluated"); return 1 }())
		note("body")
	}()
	f := func() func() { note("outer call"); return func() { note("inner call") } }
	func() { defer f()() }()
	flush()
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		var g func()
		defer g()
		note("before nil defer")
	}()
	flush()
}
