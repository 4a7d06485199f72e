// Returning the wrong number or type of values.
package main

import "fmt"

func a() int          { return } // problem: not enough return values have () want (int)
func b() (int, error) { return 1 } // problem: not enough return values have (number) want (int, error)
func c() int          { return 1, nil } // problem: too many return values have (number, nil) want (int)
func i() []int        { return nil }

func main() {
	a()
	b()
	fmt.Println(c(), e(), f(), i(), j()) // problem: undefined: e ;; undefined: f ;; undefined: j
	d() // problem: undefined: d
	g() // problem: undefined: g
	h() // problem: undefined: h
}
