// make, new, append, delete, copy and friends with wrong arguments.
package main

func main() {
	s := []int{1}
	_ = new(5)
	close(s) // problem: invalid operation: cannot close non-channel s (variable of type []int)
	panic() // problem: invalid operation: not enough arguments for panic() (expected 1, found 0)
	_ = append() // problem: invalid operation: not enough arguments for append() (expected 1, found 0)
	_ = complex(1, "a") // problem: invalid operation: complex(1, "a") (mismatched types untyped float and untyped string)
}
