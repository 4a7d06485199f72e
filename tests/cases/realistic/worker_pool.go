// Workers, jobs, results in order, failures and totals.
package main

import (
	"fmt"
	"sync"
)

type Job struct {
	ID int
	N  int
}
type Result struct {
	Job
	Value int
	Err   error
}

func collatz(n int) (steps int, err error) {
	if n <= 0 {
		return 0, fmt.Errorf("collatz: %d is not positive", n)
	}
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return
}

func worker(id int, jobs <-chan Job, results chan<- Result, wg *sync.WaitGroup) {
	defer wg.Done()
	for j := range jobs {
		v, err := collatz(j.N)
		results <- Result{j, v, err}
	}
}

func run(ns []int, workers int) []Result {
	jobs := make(chan Job)
	results := make(chan Result, len(ns))
	var wg sync.WaitGroup
	for w := range workers {
		wg.Add(1)
		go worker(w, jobs, results, &wg)
	}
	for i, n := range ns {
		jobs <- Job{i, n}
	}
	close(jobs)
	wg.Wait()
	close(results)
	out := make([]Result, len(ns))
	for r := range results {
		out[r.ID] = r
	}
	return out
}

func main() {
	ns := []int{1, 7, 27, 0, 97, 6, -3, 1000}
	for _, workers := range []int{1, 3, 10} {
		sum, failed := 0, 0
		for _, r := range run(ns, workers) {
			if r.Err != nil {
				failed++
				continue
			}
			sum += r.Value
		}
		fmt.Println(workers, sum, failed)
	}
	for _, r := range run(ns, 4) {
		fmt.Printf("%d: %d -> %d %v\n", r.ID, r.N, r.Value, r.Err)
	}
	var mu sync.Mutex
	seen := map[int]int{}
	var wg sync.WaitGroup
	limit := make(chan struct{}, 3)
	for i := range 20 {
		wg.Add(1)
		limit <- struct{}{}
		go func() {
			defer func() { <-limit; wg.Done() }()
			mu.Lock()
			defer mu.Unlock()
			seen[i%5] += i
		}()
	}
	wg.Wait()
	fmt.Println(seen)
}
