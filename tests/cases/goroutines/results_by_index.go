// Goroutines write to their own slots; a WaitGroup waits for all.
package main

import (
	"errors"
	"fmt"
	"sync"
)

type T struct{ n int }

func (t *T) set(n int, done chan<- struct{}) { t.n = n; done <- struct{}{} }

func work(n int) int {
	s := 0
	for i := range n * 100 {
		s += i % (n + 1)
	}
	return s
}

func main() {
	var wg sync.WaitGroup
	res := make([]int, 8)
	for i := range res {
		wg.Add(1)
		go func() {
			defer wg.Done()
			res[i] = work(i)
		}()
	}
	wg.Wait()
	fmt.Println(res)
	for i := 0; i < 3; i++ {
		wg.Go(func() { res[i] = -i })
	}
	wg.Wait()
	fmt.Println(res[:4])
	errs := make([]error, 3)
	for i, name := range []string{"a", "", "c"} {
		wg.Add(1)
		go func(i int, name string) {
			defer wg.Done()
			if name == "" {
				errs[i] = fmt.Errorf("item %d: empty", i)
			}
		}(i, name)
	}
	wg.Wait()
	fmt.Println(errors.Join(errs...), errs)
	done := make(chan struct{})
	x := 0
	go func() { defer close(done); x = 42 }()
	<-done
	fmt.Println(x)
	done = make(chan struct{})
	go fmt.Sprint("ignored")
	go func() { x++; done <- struct{}{} }()
	<-done
	fmt.Println(x)
	t := &T{1}
	go t.set(9, done)
	<-done
	fmt.Println(t.n)
}
