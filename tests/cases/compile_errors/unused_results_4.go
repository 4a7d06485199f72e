// Expressions that are computed and not used, outside of main.
package main

func f() int { return 1 }

func g(x int, s []int) {
	[]int{1} // problem: []int{…} (value of type []int) is not used
	make([]int, 1) // problem: make([]int, 1) (value of type []int) is not used
	f()
	new(int) // problem: new(int) (value of type *int) is not used
	nil // problem: nil is not used
}

func main() { g(1, nil) }
