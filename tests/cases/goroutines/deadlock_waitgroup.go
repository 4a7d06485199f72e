// A WaitGroup whose count never reaches zero.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); fmt.Println("one done") }()
	wg.Wait()
	fmt.Println("never")
}
