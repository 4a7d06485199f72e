// Using the result of a function that has none.
package main

import (
	"fmt"
	"sort"
	"sync"
)

func void() {}

func main() {
	_, _, _ = x, y, z // problem: undefined: x ;; undefined: y ;; undefined: z
	fmt.Println(1 + void()) // problem: void() (no value) used as value
	var wg sync.WaitGroup
	n := wg.Wait() // problem: wg.Wait() (no value) used as value
	_ = n
	s := sort.Ints([]int{1}) // problem: sort.Ints([]int{…}) (no value) used as value
	_ = s
}
