// Function values of the wrong signature.
package main

import "sort"

type handler func(string) error

func a(s string) error                 { return nil }
func b(s string)                       {}
func c(n int) error                    { return nil }
func run(h handler)                    {}
func apply(f func(int) int, xs ...int) {}

func main() {
	run(a)
	sort.Ints([]string{}) // problem: cannot use []string{} (value of type []string) as []int value in argument to sort.Ints
	var f func(int) = func(s string) {} // problem: cannot use func(s string) {} (value of type func(s string)) as func(int) value in variable declaration
	f("x") // problem: cannot use "x" (untyped string constant) as int value in argument to f
	f(1, 2) // problem: too many arguments in call to f have (number, number) want (int)
	_ = x // problem: undefined: x
	_ = h // problem: undefined: h
}
