// Function values of the wrong signature.
package main

type handler func(string) error

func a(s string) error                 { return nil }
func b(s string)                       {}
func c(n int) error                    { return nil }
func run(h handler)                    {}
func apply(f func(int) int, xs ...int) {}

func main() {
	run(a)
	run(a("x")) // problem: cannot use a("x") (value of interface type error) as handler value in argument to run
	apply(func(a, b int) int { return a }) // problem: cannot use func(a, b int) int {…} (value of type func(a int, b int) int) as func(int) int value in argument to apply
	apply(func(x int) string { return "" }, 1) // problem: cannot use func(x int) string {…} (value of type func(x int) string) as func(int) int value in argument to apply
	apply(func(x int) int { return x }, []int{1}) // problem: cannot use []int{…} (value of type []int) as int value in argument to apply
	_ = x // problem: undefined: x
	_ = h // problem: undefined: h
}
