// A loop as Python or JavaScript has it, with Go's braces.
package main

import "fmt"

func main() {
	for x in []int{3, 4} {
		fmt.Println(x)
	}
	for (let i = 0; i < 2; i++) {
		fmt.Println(i)
	}
	for i in range(5, 0, -2) {
		fmt.Println(i)
	}
}
