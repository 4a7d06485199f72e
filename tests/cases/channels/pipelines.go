// Fan-out, fan-in, merging and collecting, with sorted results.
package main

import (
	"fmt"
	"sort"
	"sync"
)

func source(xs ...int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for _, x := range xs {
			out <- x
		}
	}()
	return out
}

func stage(in <-chan int, f func(int) int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for x := range in {
			out <- f(x)
		}
	}()
	return out
}

func merge(chs ...<-chan int) <-chan int {
	out := make(chan int)
	var wg sync.WaitGroup
	for _, ch := range chs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for x := range ch {
				out <- x
			}
		}()
	}
	go func() { wg.Wait(); close(out) }()
	return out
}

func collect(in <-chan int) (out []int) {
	for x := range in {
		out = append(out, x)
	}
	return
}

func main() {
	double := func(x int) int { return 2 * x }
	fmt.Println(collect(stage(stage(source(1, 2, 3), double), func(x int) int { return x + 1 })))
	in := source(1, 2, 3, 4, 5, 6, 7)
	got := collect(merge(stage(in, double), stage(in, double), stage(in, double)))
	sort.Ints(got)
	fmt.Println(got)
	fmt.Println(len(collect(merge())), collect(source()) == nil)
	jobs := make(chan int)
	results := make(chan [2]int)
	for w := range 3 {
		go func() {
			for j := range jobs {
				results <- [2]int{j, j*10 + w*0}
			}
		}()
	}
	go func() {
		for i := range 6 {
			jobs <- i
		}
		close(jobs)
	}()
	m := map[int]int{}
	for range 6 {
		r := <-results
		m[r[0]] = r[1]
	}
	fmt.Println(m)
	req := make(chan struct {
		n     int
		reply chan int
	})
	go func() {
		for r := range req {
			r.reply <- r.n * r.n
		}
	}()
	for i := 1; i <= 3; i++ {
		reply := make(chan int)
		req <- struct {
			n     int
			reply chan int
		}{i, reply}
		fmt.Print(<-reply, " ")
	}
	fmt.Println()
}
