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
	x := f(1) // problem: undefined: f
	_ = x
	h := handler(b) // problem: cannot convert b (value of type func(s string)) to type handler
	_ = h
}
