// Returning the wrong number or type of values.
package main

import "fmt"

func d()        { return 1 } // problem: too many return values have (number) want ()
func e() string { return 5 } // problem: cannot use 5 (untyped int constant) as string value in return statement
func f() error  { return "failed" } // problem: cannot use "failed" (constant of type string) as error value in return statement: string does not implement error (missing method Error)
func i() []int  { return nil }

func main() {
	a() // problem: undefined: a
	b() // problem: undefined: b
	fmt.Println(c(), e(), f(), i(), j()) // problem: undefined: c ;; undefined: j
	d()
	g() // problem: undefined: g
	h() // problem: undefined: h
}
