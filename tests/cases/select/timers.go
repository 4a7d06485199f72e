// Timers, tickers, AfterFunc and stopping, with wide gaps so that the order is certain.
package main

import (
	"fmt"
	"time"
)

func main() {
	start := time.Now()
	t1 := time.NewTimer(60 * time.Millisecond)
	t2 := time.After(20 * time.Millisecond)
	order := []string{}
	for range 2 {
		select {
		case <-t1.C:
			order = append(order, "slow")
		case <-t2:
			order = append(order, "fast")
		}
	}
	fmt.Println(order)
	tick := time.NewTicker(20 * time.Millisecond)
	n := 0
	for range tick.C {
		n++
		if n == 3 {
			tick.Stop()
			break
		}
	}
	fmt.Println(n)
	t3 := time.NewTimer(time.Hour)
	fmt.Println(t3.Stop(), t3.Stop())
	fired := make(chan string, 2)
	time.AfterFunc(40*time.Millisecond, func() { fired <- "second" })
	time.AfterFunc(10*time.Millisecond, func() { fired <- "first" })
	fmt.Println(<-fired, <-fired)
	t4 := time.NewTimer(time.Hour)
	fmt.Println(t4.Reset(10 * time.Millisecond))
	<-t4.C
	elapsed := time.Since(start)
	fmt.Println(elapsed >= 170*time.Millisecond, elapsed < time.Minute)
	quit := make(chan struct{})
	beats := 0
	go func() { time.Sleep(110 * time.Millisecond); close(quit) }()
	hb := time.NewTicker(50 * time.Millisecond)
	defer hb.Stop()
loop:
	for {
		select {
		case <-hb.C:
			beats++
		case <-quit:
			break loop
		}
	}
	fmt.Println(beats)
}
