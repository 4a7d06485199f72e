// A loop to the largest integer has no end: its variable wraps around.
package main

import (
	"fmt"
	"math"
)

func main() {
	turns := 0
	for i := math.MaxInt64 - 2; i <= math.MaxInt64; i++ {
		fmt.Println(i, i%3)
		if turns++; turns > 5 {
			break
		}
	}
	last := math.MaxInt64
	for i := 1; i <= last; i++ {
		if turns++; turns > 5000 {
			fmt.Println(i)
			break
		}
	}
	for i := last - 1; i < last; i++ {
		fmt.Println(i)
	}
}
