// Channels of timers have no buffer to see; Stop, Reset, AfterFunc.
package main

import (
	"context"
	"fmt"
	"time"
)

func main() {
	t := time.NewTimer(10 * time.Millisecond)
	fmt.Println(len(t.C), cap(t.C))
	time.Sleep(20 * time.Millisecond)
	fmt.Println(len(t.C), cap(t.C))
	fmt.Println(t.Stop())
	select {
	case <-t.C:
		fmt.Println("got")
	default:
		fmt.Println("empty")
	}
	fmt.Println(t.Reset(time.Millisecond))
	<-t.C
	fmt.Println(t.Reset(time.Millisecond), t.Stop(), t.Stop())
	tk := time.NewTicker(5 * time.Millisecond)
	n := 0
	for range tk.C {
		n++
		if n == 3 {
			tk.Stop()
			break
		}
	}
	fmt.Println(n, len(tk.C), cap(tk.C))
	done := make(chan bool)
	af := time.AfterFunc(time.Millisecond, func() { close(done) })
	<-done
	fmt.Println(af.Stop(), af.C == nil)
	a := time.After(time.Millisecond)
	time.Sleep(3 * time.Millisecond)
	fmt.Println(len(a), cap(a))
	<-a
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	select {
	case <-ctx.Done():
		fmt.Println(ctx.Err(), context.Cause(ctx))
	case <-time.After(time.Second):
		fmt.Println("late")
	}
	defer func() { fmt.Println(recover()) }()
	time.NewTicker(0)
}
