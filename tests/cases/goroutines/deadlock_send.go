// An unbuffered send without a receiver.
package main

import "fmt"

func main() {
	ch := make(chan string, 1)
	ch <- "fits"
	fmt.Println(len(ch), cap(ch))
	defer fmt.Println("not even deferred calls run")
	ch <- "does not"
	fmt.Println("never")
}
