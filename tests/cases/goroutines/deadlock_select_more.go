// main waits in an empty select.
package main

import "fmt"

func main() {
	c := make(chan int)
	go func() { c <- 1 }()
	fmt.Println(<-c)
	defer fmt.Println("not run")
	select {}
}
