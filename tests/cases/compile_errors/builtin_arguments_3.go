// make, new, append, delete, copy and friends with wrong arguments.
package main

func main() {
	s := []int{1}
	_ = make([]int, "a") // problem: cannot convert "a" (untyped string constant) to type int
	_ = make([]int, 5, 2) // problem: invalid argument: length and capacity swapped
	_ = make([]int, -1) // problem: invalid argument: index -1 (constant of type int) must not be negative
	delete(s, 1) // problem: invalid argument: s (variable of type []int) is not a map
	_ = new(5)
}
