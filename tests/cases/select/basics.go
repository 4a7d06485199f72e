// default, closed and nil channels, timeouts, sends, assignment forms.
package main

import (
	"fmt"
	"time"
)

func main() {
	ch := make(chan int, 1)
	select {
	case v := <-ch:
		fmt.Println("got", v)
	default:
		fmt.Println("empty")
	}
	select {
	case ch <- 5:
		fmt.Println("sent")
	default:
		fmt.Println("full")
	}
	select {
	case ch <- 6:
		fmt.Println("sent")
	default:
		fmt.Println("full")
	}
	select {
	case v, ok := <-ch:
		fmt.Println(v, ok)
	}
	close(ch)
	select {
	case v, ok := <-ch:
		fmt.Println("closed", v, ok)
	}
	var nilch chan int
	select {
	case <-nilch:
		fmt.Println("never")
	case nilch <- 1:
		fmt.Println("never")
	default:
		fmt.Println("nil channels never ready")
	}
	select {
	case <-time.After(20 * time.Millisecond):
		fmt.Println("timeout")
	case <-nilch:
	}
	var x int
	arr := []int{0, 0}
	c2 := make(chan int, 2)
	c2 <- 7
	c2 <- 8
	select {
	case x = <-c2:
	}
	select {
	case arr[1] = <-c2:
	}
	fmt.Println(x, arr)
	done := make(chan bool)
	data := make(chan int)
	go func() {
		for i := range 3 {
			data <- i
		}
		close(done)
	}()
	for open := true; open; {
		select {
		case v := <-data:
			fmt.Print(v, " ")
		case <-done:
			open = false
		}
	}
	fmt.Println("finished")
	f := func(s string) chan int { fmt.Print(s, " "); return make(chan int, 1) }
	g := func() int { fmt.Print("value "); return 3 }
	select {
	case f("a") <- g():
		fmt.Println("sent")
	case <-nilch:
	}
	a, b := make(chan int), make(chan int)
	go func() { defer close(a); a <- 1; a <- 2 }()
	go func() { defer close(b); b <- 10 }()
	sum := 0
	for a != nil || b != nil {
		select {
		case v, ok := <-a:
			if !ok {
				a = nil
				continue
			}
			sum += v
		case v, ok := <-b:
			if !ok {
				b = nil
				break
			}
			sum += v
		}
	}
	fmt.Println(sum)
	func() {
		defer func() { fmt.Println(recover()) }()
		closed := make(chan int)
		close(closed)
		select {
		case closed <- 1:
		default:
		}
	}()
}
