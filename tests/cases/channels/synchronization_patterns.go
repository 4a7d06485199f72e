// Mutex by channel, barriers, futures, broadcast by close, bounded queues, error collection.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
)

type future[T any] struct {
	done chan struct{}
	val  T
	err  error
}

func async[T any](f func() (T, error)) *future[T] {
	fu := &future[T]{done: make(chan struct{})}
	go func() {
		defer close(fu.done)
		defer func() {
			if r := recover(); r != nil {
				fu.err = fmt.Errorf("panic: %v", r)
			}
		}()
		fu.val, fu.err = f()
	}()
	return fu
}

func (f *future[T]) await() (T, error) { <-f.done; return f.val, f.err }

type counter struct {
	ops chan func(*int)
}

func newCounter() *counter {
	c := &counter{make(chan func(*int))}
	go func() {
		n := 0
		for op := range c.ops {
			op(&n)
		}
	}()
	return c
}

func (c *counter) add(k int) { c.ops <- func(n *int) { *n += k } }
func (c *counter) get() int {
	r := make(chan int)
	c.ops <- func(n *int) { r <- *n }
	return <-r
}

func main() {
	a := async(func() (int, error) { return 42, nil })
	b := async(func() (string, error) { return "", errors.New("no") })
	c := async(func() (bool, error) { var m map[string]int; m["x"]++; return true, nil })
	fmt.Println(a.await())
	fmt.Println(b.await())
	fmt.Println(c.await())
	fmt.Println(a.await())
	cnt := newCounter()
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() { cnt.add(i) })
	}
	wg.Wait()
	fmt.Println(cnt.get())
	lock := make(chan struct{}, 1)
	total := 0
	for i := range 20 {
		wg.Go(func() {
			lock <- struct{}{}
			total += i
			<-lock
		})
	}
	wg.Wait()
	fmt.Println(total)
	start := make(chan struct{})
	ready := make([]bool, 4)
	for i := range ready {
		wg.Go(func() { <-start; ready[i] = true })
	}
	fmt.Println(ready)
	close(start)
	wg.Wait()
	fmt.Println(ready)
	phase := make([]chan int, 4)
	for i := range phase {
		phase[i] = make(chan int)
	}
	for i := range 3 {
		go func() { phase[i+1] <- <-phase[i]*2 + i }()
	}
	phase[0] <- 5
	fmt.Println(<-phase[3])
	q := make(chan int, 3)
	log := make(chan string, 20)
	go func() {
		defer close(q)
		for i := range 5 {
			q <- i
		}
	}()
	for v := range q {
		log <- strconv.Itoa(v)
	}
	close(log)
	all := []string{}
	for s := range log {
		all = append(all, s)
	}
	fmt.Println(all, len(q), cap(q))
	errc := make(chan error, 3)
	for i := range 3 {
		go func() {
			if i%2 == 0 {
				errc <- nil
				return
			}
			errc <- fmt.Errorf("worker %d", i)
		}()
	}
	for range 3 {
		if err := <-errc; err != nil {
			fmt.Println(err)
		}
	}
	var tree func(n int) <-chan int
	tree = func(n int) <-chan int {
		out := make(chan int)
		go func() {
			defer close(out)
			if n == 0 {
				return
			}
			for v := range tree(n - 1) {
				out <- v
			}
			out <- n
		}()
		return out
	}
	for v := range tree(5) {
		fmt.Print(v, " ")
	}
	fmt.Println()
}
