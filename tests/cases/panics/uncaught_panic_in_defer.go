// A panic in a deferred function while panicking prints both.
package main

import "fmt"

func main() {
	defer func() {
		panic("second")
	}()
	defer fmt.Println("runs first")
	panic("first")
}
