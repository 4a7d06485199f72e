// All goroutines wait for locks.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	wg.Add(2)
	go func() { defer wg.Done(); mu.Lock() }()
	go func() { defer wg.Done(); mu.Lock() }()
	fmt.Println("waiting")
	wg.Wait()
}
