// Channels that are nil, closed, full and directed; the order in which a select evaluates; a deadlock at the end.
package main

import (
	"fmt"
	"time"
)

func gen(n int) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := range n {
			c <- i
		}
	}()
	return c
}

func idx(s string, i int) int { fmt.Print(s, " "); return i }

func merge(a, b <-chan int) (sum, count int) {
	for a != nil || b != nil {
		select {
		case v, ok := <-a:
			if !ok {
				a = nil
				continue
			}
			sum += v
			count++
		case v, ok := <-b:
			if !ok {
				b = nil
				break
			}
			sum += v * 100
			count++
		}
	}
	return
}

func main() {
	fmt.Println(merge(gen(5), gen(4)))
	var nilc chan int
	select {
	case <-nilc:
		fmt.Println("no")
	case nilc <- 1:
		fmt.Println("no")
	default:
		fmt.Println("default")
	}
	c := make(chan int, 1)
	arr := [3]int{}
	select {
	case c <- idx("send", 3):
		fmt.Println("sent")
	case arr[idx("recv", 1)] = <-nilc:
	}
	select {
	case arr[idx("lhs", 2)] = <-c:
		fmt.Println(arr)
	case <-time.After(time.Second):
	}
	t := time.NewTimer(time.Hour)
	fmt.Println(t.Stop(), t.Reset(time.Millisecond))
	<-t.C
	tick := time.NewTicker(time.Millisecond)
	n := 0
	timeout := time.After(time.Second)
loop:
	for {
		select {
		case <-tick.C:
			if n++; n == 3 {
				tick.Stop()
				break loop
			}
		case <-timeout:
			fmt.Println("timeout")
			return
		}
	}
	fmt.Println("ticks", n)
	done := make(chan struct{})
	close(done)
	for i := range 3 {
		select {
		case _, ok := <-done:
			fmt.Print(i, ok, " ")
		}
	}
	fmt.Println(len(c), cap(c), len(nilc), cap(nilc))
	ro := (<-chan int)(c)
	so := chan<- int(c)
	so <- 5
	fmt.Println(<-ro)
	cc := make(chan chan string, 1)
	reply := make(chan string)
	go func() { r := <-cc; r <- "pong" }()
	cc <- reply
	fmt.Println(<-reply)
	func() {
		defer func() { fmt.Println(recover()) }()
		close(c)
		close(c)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		select {
		case c <- 1:
		default:
		}
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		close(nilc)
	}()
	fs := map[string]func(chan int) int{"len": func(c chan int) int { return len(c) }}
	fmt.Println(fs["len"](make(chan int, 3)))
	x, ok := <-c
	fmt.Println(x, ok)
	for v := range c {
		fmt.Println(v)
	}
	<-nilc
}
