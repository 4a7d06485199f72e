// Priority between channels, cancellation, heartbeats and collecting until done.
package main

import (
	"fmt"
	"sync"
	"time"
)

type msg struct {
	src string
	n   int
}

func produce(src string, n int, out chan<- msg, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := range n {
		out <- msg{src, i}
	}
}

func drain(high, low <-chan msg) (order []string) {
	for high != nil || low != nil {
		select {
		case m, ok := <-high:
			if !ok {
				high = nil
				continue
			}
			order = append(order, m.src)
			continue
		default:
		}
		select {
		case m, ok := <-high:
			if !ok {
				high = nil
				continue
			}
			order = append(order, m.src)
		case m, ok := <-low:
			if !ok {
				low = nil
				continue
			}
			order = append(order, m.src)
		}
	}
	return
}

func main() {
	high, low := make(chan msg, 10), make(chan msg, 10)
	var wg sync.WaitGroup
	wg.Add(2)
	go produce("low", 3, low, &wg)
	go produce("high", 3, high, &wg)
	wg.Wait()
	close(high)
	close(low)
	fmt.Println(drain(high, low))
	out := make(chan msg)
	var w2 sync.WaitGroup
	for i, name := range []string{"a", "b", "c"} {
		w2.Add(1)
		go produce(name, i+1, out, &w2)
	}
	go func() { w2.Wait(); close(out) }()
	sums := map[string]int{}
	last := map[string]int{"a": -1, "b": -1, "c": -1}
	ordered := true
	for m := range out {
		sums[m.src]++
		ordered = ordered && m.n == last[m.src]+1
		last[m.src] = m.n
	}
	fmt.Println(sums, ordered)
	quit, ack := make(chan struct{}), make(chan int)
	go func() {
		n := 0
		for {
			select {
			case <-quit:
				ack <- n
				return
			default:
				if n < 1000 {
					n++
				} else {
					time.Sleep(time.Millisecond)
				}
			}
		}
	}()
	time.Sleep(50 * time.Millisecond)
	close(quit)
	fmt.Println(<-ack)
	results := make(chan int, 1)
	timeout := time.After(30 * time.Millisecond)
	select {
	case r := <-results:
		fmt.Println("result", r)
	case <-timeout:
		fmt.Println("timed out")
	}
	tokens := make(chan struct{}, 2)
	got, dropped := 0, 0
	for range 5 {
		select {
		case tokens <- struct{}{}:
			got++
		default:
			dropped++
		}
	}
	fmt.Println(got, dropped, len(tokens))
	var once sync.Once
	stop := make(chan bool)
	for range 3 {
		go once.Do(func() { close(stop) })
	}
	_, open := <-stop
	fmt.Println(open)
}
