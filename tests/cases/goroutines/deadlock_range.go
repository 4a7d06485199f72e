// Ranging over a channel that is never closed.
package main

import "fmt"

func main() {
	ch := make(chan int, 3)
	go func() {
		for i := range 3 {
			ch <- i
		}
	}()
	for v := range ch {
		fmt.Println(v)
	}
}
