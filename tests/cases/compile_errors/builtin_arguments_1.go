// make, new, append, delete, copy and friends with wrong arguments.
package main

func main() {
	s := []int{1}
	s = append(s, "a") // problem: cannot use "a" (untyped string constant) as int value in argument to append
	s = append(s, 1.5, []int{2}) // problem: cannot use 1.5 (untyped float constant) as int value in argument to append (truncated) ;; cannot use []int{…} (value of type []int) as int value in argument to append
	append(s, 1) // problem: append(s, 1) (value of type []int) is not used
	s = append(1, 2) // problem: invalid append: argument must be a slice; have 1 (untyped int constant)
	_ = new(5)
}
