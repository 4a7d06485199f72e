// Two goroutines take turns over unbuffered channels.
package main

import "fmt"

func player(name string, in <-chan int, out chan<- int, log chan<- string) {
	for v := range in {
		log <- fmt.Sprint(name, v)
		if v == 0 {
			close(out)
			return
		}
		out <- v - 1
	}
	close(out)
}

func main() {
	a, b := make(chan int), make(chan int)
	log := make(chan string, 20)
	go player("ping", a, b, log)
	finished := make(chan bool)
	go func() {
		for v := range b {
			log <- fmt.Sprint("pong", v)
			if v == 0 {
				break
			}
			a <- v - 1
		}
		finished <- true
	}()
	a <- 6
	<-finished
	close(log)
	for s := range log {
		fmt.Print(s, " ")
	}
	fmt.Println()
	gen := func(n int) <-chan int {
		ch := make(chan int)
		go func() {
			defer close(ch)
			for i := range n {
				ch <- i
			}
		}()
		return ch
	}
	sq := func(in <-chan int) <-chan int {
		out := make(chan int)
		go func() {
			for v := range in {
				out <- v * v
			}
			close(out)
		}()
		return out
	}
	for v := range sq(sq(gen(5))) {
		fmt.Print(v, " ")
	}
	fmt.Println()
}
