// A panic in a goroutine ends the whole program.
package main

import "fmt"

func main() {
	done := make(chan bool)
	fmt.Println("main waits")
	go func() {
		defer fmt.Println("goroutine deferred")
		var m map[int]int
		m[1] = 2
		done <- true
	}()
	<-done
	fmt.Println("never")
}
