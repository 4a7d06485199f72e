// A priority queue on container/heap: push, pop, fix, remove.
package main

import (
	"container/heap"
	"fmt"
)

type task struct {
	name string
	pri  int
	idx  int
}
type pq []*task

func (q pq) Len() int           { return len(q) }
func (q pq) Less(i, j int) bool { return q[i].pri > q[j].pri }
func (q pq) Swap(i, j int)      { q[i], q[j] = q[j], q[i]; q[i].idx = i; q[j].idx = j }
func (q *pq) Push(x any)        { t := x.(*task); t.idx = len(*q); *q = append(*q, t) }
func (q *pq) Pop() any {
	old := *q
	n := len(old)
	t := old[n-1]
	*q = old[:n-1]
	t.idx = -1
	return t
}

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any          { o := *h; x := o[len(o)-1]; *h = o[:len(o)-1]; return x }

func main() {
	h := &ints{5, 2, 8, 1, 9, 3}
	heap.Init(h)
	fmt.Println(*h)
	heap.Push(h, 0)
	heap.Push(h, 7)
	fmt.Println(*h, (*h)[0])
	fmt.Println(heap.Remove(h, 2), *h)
	(*h)[0] = 100
	heap.Fix(h, 0)
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h), " ")
	}
	fmt.Println()
	q := &pq{}
	for i, n := range []string{"low", "high", "mid", "urgent"} {
		heap.Push(q, &task{name: n, pri: []int{1, 8, 5, 10}[i]})
	}
	low := (*q)[0]
	for _, t := range *q {
		if t.name == "low" {
			low = t
		}
	}
	low.pri = 9
	heap.Fix(q, low.idx)
	for q.Len() > 0 {
		t := heap.Pop(q).(*task)
		fmt.Print(t.name, ":", t.pri, ":", t.idx, " ")
	}
	fmt.Println()
}
