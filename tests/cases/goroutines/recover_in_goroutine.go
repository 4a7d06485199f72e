// Each goroutine recovers its own panics and reports them.
package main

import "fmt"

type result struct {
	id  int
	val int
	err error
}

func safe(id int, f func() int) (r result) {
	r.id = id
	defer func() {
		if p := recover(); p != nil {
			r.err = fmt.Errorf("task %d: %v", id, p)
		}
	}()
	r.val = f()
	return
}

func main() {
	var zero int
	tasks := []func() int{
		func() int { return 1 },
		func() int { return 1 / zero },
		func() int { var s []int; return s[3] },
		func() int { panic("custom") },
		func() int { return 5 },
	}
	ch := make(chan result)
	for i, t := range tasks {
		go func() { ch <- safe(i, t) }()
	}
	results := make([]result, len(tasks))
	for range tasks {
		r := <-ch
		results[r.id] = r
	}
	for _, r := range results {
		fmt.Println(r.id, r.val, r.err)
	}
}
