// index out of range.
package main

import "fmt"

func main() {
	xs := []int{1, 2, 3}
	for i := 0; i <= len(xs); i++ {
		fmt.Println(xs[i])
	}
}
