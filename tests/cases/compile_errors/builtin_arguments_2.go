// make, new, append, delete, copy and friends with wrong arguments.
package main

func main() {
	s := []int{1}
	s = append(s, s) // problem: cannot use s (variable of type []int) as int value in argument to append
	_ = make([]int) // problem: invalid operation: make([]int) expects 2 or 3 arguments; found 1
	_ = make(int) // problem: invalid argument: cannot make int: type must be slice, map, or channel
	_ = make(map[string]int, 1, 2) // problem: invalid operation: make(map[string]int, 1, 2) expects 1 or 2 arguments; found 3
	_ = new(5)
}
