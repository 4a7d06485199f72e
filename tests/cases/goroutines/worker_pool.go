// Worker pools with contexts, causes, semaphores and the types of sync.
package main

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
	"time"
)

type job struct {
	id   int
	cost time.Duration
}

type result struct {
	job
	out string
	err error
}

var errOdd = errors.New("odd")

func work(ctx context.Context, j job) (string, error) {
	select {
	case <-time.After(j.cost):
		if j.id%4 == 3 {
			return "", fmt.Errorf("job %d: %w", j.id, errOdd)
		}
		return fmt.Sprintf("ok%d", j.id), nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

func pool(ctx context.Context, n int, jobs []job) []result {
	in := make(chan job)
	out := make(chan result)
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for j := range in {
				s, err := work(ctx, j)
				out <- result{j, s, err}
			}
		})
	}
	go func() {
		defer close(in)
		for _, j := range jobs {
			select {
			case in <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() { wg.Wait(); close(out) }()
	var rs []result
	for r := range out {
		rs = append(rs, r)
	}
	sort.Slice(rs, func(i, j int) bool { return rs[i].id < rs[j].id })
	return rs
}

type semaphore chan struct{}

func (s semaphore) with(f func()) { s <- struct{}{}; defer func() { <-s }(); f() }

func main() {
	jobs := make([]job, 8)
	for i := range jobs {
		jobs[i] = job{i, time.Duration(i+1) * time.Millisecond}
	}
	for _, r := range pool(context.Background(), 3, jobs) {
		fmt.Println(r.id, r.out, r.err, errors.Is(r.err, errOdd))
	}
	ctx, cancel := context.WithTimeoutCause(context.Background(), 20*time.Millisecond, errors.New("too slow"))
	defer cancel()
	slow := []job{{1, time.Millisecond}, {2, time.Hour}}
	for _, r := range pool(ctx, 2, slow) {
		fmt.Println(r.id, r.out, r.err)
	}
	var max, cur atomic.Int32
	sem := make(semaphore, 2)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sem.with(func() {
				if c := cur.Add(1); c > max.Load() {
					max.Store(c)
				}
				time.Sleep(time.Duration(6-i) * time.Millisecond)
				cur.Add(-1)
			})
		}()
	}
	wg.Wait()
	fmt.Println(max.Load(), cur.Load())
	var once sync.Once
	var mu sync.RWMutex
	m := map[int]int{}
	for i := range 10 {
		wg.Go(func() {
			once.Do(func() { fmt.Println("once") })
			mu.Lock()
			m[i%3]++
			mu.Unlock()
			mu.RLock()
			defer mu.RUnlock()
			_ = m[0]
		})
	}
	wg.Wait()
	fmt.Println(m)
	val := sync.OnceValue(func() int { fmt.Println("computed"); return 42 })
	fmt.Println(val(), val())
	defer func() { fmt.Println(recover()) }()
	wg.Add(-1)
}
