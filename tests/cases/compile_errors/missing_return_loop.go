// A loop that may end.
package main

import "fmt"

func find(xs []int, v int) int {
	for i, x := range xs {
		if x == v {
			return i
		}
	}
} // problem: missing return

func main() { fmt.Println(find(nil, 1)) }
