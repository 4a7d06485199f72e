// make, new, append, delete, copy and friends with wrong arguments.
package main

func main() {
	s := []int{1}
	_ = s
	_ = new(5)
	_ = real("x") // problem: invalid argument: argument has type untyped string, expected complex type
}
