// Using the result of a function that has none.
package main

import (
	"sync"
)

func void() {}

func main() {
	_ = void() // problem: void() (no value) used as value
	z := []int{void()} // problem: void() (no value) used as value
	return void() // problem: void() (no value) used as value
	_, _, _ = x, y, z // problem: undefined: x ;; undefined: y
	for range void() { // problem: void() (no value) used as value
	}
	var wg sync.WaitGroup
	_ = wg
	_ = n // problem: undefined: n
	_ = s // problem: undefined: s
}
