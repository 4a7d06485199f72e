// Using the result of a function that has none.
package main

import (
	"fmt"
	"sync"
)

func void() {}

func main() {
	x := void() // problem: void() (no value) used as value
	fmt.Println(void()) // problem: void() (no value) used as value
	var y = void() // problem: void() (no value) used as value
	if void() { // problem: void() (no value) used as value
	}
	_, _, _ = x, y, z // problem: undefined: z
	var wg sync.WaitGroup
	_ = wg
	_ = n // problem: undefined: n
	_ = s // problem: undefined: s
}
