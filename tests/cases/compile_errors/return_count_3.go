// Returning the wrong number or type of values.
package main

import "fmt"

func g() (n int, s string) { return "a", 1 } // problem: cannot use "a" (untyped string constant) as int value in return statement ;; cannot use 1 (untyped int constant) as string value in return statement
func h() (int, string)     { return a(), 2 } // problem: cannot use 2 (untyped int constant) as string value in return statement ;; undefined: a
func i() []int             { return nil }
func j() int               { return nil } // problem: cannot use nil as int value in return statement

func main() {
	a() // problem: undefined: a
	b() // problem: undefined: b
	fmt.Println(c(), e(), f(), i(), j()) // problem: undefined: c ;; undefined: e ;; undefined: f
	d() // problem: undefined: d
	g()
	h()
}
