// Buffered channels, closing, draining, comma-ok, directions, nil channels.
package main

import (
	"errors"
	"fmt"
	"sync"
)

func produce(n int) <-chan int {
	ch := make(chan int, n)
	defer close(ch)
	for i := range n {
		ch <- i * i
	}
	return ch
}

func send(out chan<- string, vs ...string) {
	for _, v := range vs {
		out <- v
	}
	close(out)
}

func main() {
	ch := make(chan int, 3)
	fmt.Println(len(ch), cap(ch))
	ch <- 1
	ch <- 2
	fmt.Println(len(ch), <-ch, len(ch))
	close(ch)
	v, ok := <-ch
	fmt.Println(v, ok)
	v, ok = <-ch
	fmt.Println(v, ok, <-ch)
	for v := range produce(4) {
		fmt.Print(v, " ")
	}
	fmt.Println()
	out := make(chan string)
	go send(out, "a", "b")
	for s := range out {
		fmt.Print(s, " ")
	}
	fmt.Println()
	fmt.Printf("%T %T %T\n", ch, produce(0), (chan<- string)(out))
	cc := make(chan chan int, 1)
	c := make(chan int, 1)
	cc <- c
	(<-cc) <- 99
	fmt.Println(<-c)
	errs := make(chan error, 2)
	errs <- nil
	errs <- errors.New("e")
	fmt.Println(<-errs, <-errs)
	done := make(chan struct{})
	close(done)
	<-done
	<-done
	fn := make(chan func() int, 1)
	fn <- func() int { return 7 }
	fmt.Println((<-fn)())
	a, b := make(chan int), make(chan int)
	fmt.Println(a == b, a == a, a != nil)
	st := make(chan struct {
		k string
		v int
	}, 1)
	st <- struct {
		k string
		v int
	}{"k", 1}
	fmt.Println((<-st).k)
	x := <-produce(1) + 10
	fmt.Println(x)
	if v, ok := <-produce(0); !ok {
		fmt.Println("closed", v)
	}
	sem := make(chan struct{}, 2)
	running, most := 0, 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			sem <- struct{}{}
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			mu.Lock()
			running--
			mu.Unlock()
			<-sem
		})
	}
	wg.Wait()
	fmt.Println(most <= 2, running, len(sem))
}
