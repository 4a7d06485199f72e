// Unlocking an unlocked mutex is fatal and cannot be recovered.
package main

import (
	"fmt"
	"sync"
)

func main() {
	defer func() { fmt.Println("recovered?", recover()) }()
	var mu sync.Mutex
	fmt.Println("before")
	mu.Unlock()
}
