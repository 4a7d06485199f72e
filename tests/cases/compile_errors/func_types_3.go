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
	apply(func(x int) int { return x }, []string{"a"}...) // problem: cannot use []string{…} (value of type []string) as []int value in argument to apply
	apply(nil, 1, []int{2}...) // problem: too many arguments in call to apply have (nil, number, []int...) want (func(int) int, ...int)
	sort.Slice([]int{1}, func(a, b int) int { return 0 }) // problem: cannot use func(a, b int) int {…} (value of type func(a int, b int) int) as func(i int, j int) bool value in argument to sort.Slice
	sort.Slice([]int{1}, func(a, b string) bool { return a < b }) // problem: cannot use func(a, b string) bool {…} (value of type func(a string, b string) bool) as func(i int, j int) bool value in argument to sort.Slice
	_ = x // problem: undefined: x
	_ = h // problem: undefined: h
}
