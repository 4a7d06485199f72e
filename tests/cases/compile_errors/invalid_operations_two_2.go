// More operators, pointers, and structs.
package main

import "fmt"

type T struct{ xs []int }
type U struct{ n int }

func main() {
	p := &U{1}
	_ = p
	x := 5
	var e error
	_ = e
	ch := make(chan int)
	fmt.Println(ch+ch, <-x, -ch) // problem: invalid operation: cannot receive from non-channel int x (variable of type int) ;; invalid operation: operator + not defined on ch (variable of type chan int) ;; invalid operation: operator - not defined on ch (variable of type chan int)
	x <- 1 // problem: invalid operation: cannot send to non-channel int x (variable of type int)
	var r <-chan int = ch
	r <- 1 // problem: invalid operation: cannot send to receive-only channel <-chan int r (variable of type <-chan int)
	var w chan<- int = ch
	<-w // problem: invalid operation: cannot receive from send-only channel chan<- int w (variable of type chan<- int)
	x++
	s := "abc"
	_ = s
}
