// make, new, append, delete, copy and friends with wrong arguments.
package main

func main() {
	s := []int{1}
	_ = s
	_ = cap("a") // problem: invalid argument: "a" (untyped string constant) for built-in cap
	_ = new(5)
	_ = max(1, "a") // problem: invalid argument: mismatched types untyped int (previous argument) and untyped string (type of "a")
	_ = min() // problem: invalid operation: not enough arguments for min() (expected 1, found 0)
	clear(5) // problem: invalid argument: cannot clear 5 (untyped int constant): argument must be (or constrained by) map or slice
}
