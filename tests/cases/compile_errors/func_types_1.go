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
	run(b) // problem: cannot use b (value of type func(s string)) as handler value in argument to run
	run(c) // problem: cannot use c (value of type func(n int) error) as handler value in argument to run
	run(func(s string) {}) // problem: cannot use func(s string) {} (value of type func(s string)) as handler value in argument to run
	run(func(s string) error { return s }) // problem: cannot use s (variable of type string) as error value in return statement: string does not implement error (missing method Error)
	_ = x // problem: undefined: x
	_ = h // problem: undefined: h
}
