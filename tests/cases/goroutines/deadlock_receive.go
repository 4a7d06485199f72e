// Nobody will ever send: all goroutines are asleep.
package main

import "fmt"

func main() {
	ch := make(chan int)
	fmt.Println("waiting")
	v := <-ch
	fmt.Println("never", v)
}
