// Cond, Pool, Map, TryLock and the atomic types; unlocking twice.
package main

import (
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

type queue[T any] struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []T
	done  bool
}

func newQueue[T any]() *queue[T] {
	q := &queue[T]{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *queue[T]) put(v T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, v)
	q.cond.Signal()
}

func (q *queue[T]) close() { q.mu.Lock(); q.done = true; q.mu.Unlock(); q.cond.Broadcast() }

func (q *queue[T]) get() (v T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.done {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return v, false
	}
	v, q.items = q.items[0], q.items[1:]
	return v, true
}

type stats struct {
	hits, misses atomic.Int64
	last         atomic.Value
	flag         atomic.Bool
	ptr          atomic.Pointer[string]
}

func main() {
	q := newQueue[int]()
	var wg sync.WaitGroup
	var sum atomic.Int64
	for range 3 {
		wg.Go(func() {
			for v, ok := q.get(); ok; v, ok = q.get() {
				sum.Add(int64(v))
			}
		})
	}
	for i := range 50 {
		q.put(i)
	}
	q.close()
	wg.Wait()
	fmt.Println(sum.Load())
	var m sync.Map
	for i := range 5 {
		m.Store(i, i*i)
	}
	v, loaded := m.LoadOrStore(2, "x")
	fmt.Println(v, loaded)
	m.Delete(3)
	_, ok := m.Load(3)
	fmt.Println(ok)
	v, loaded = m.LoadAndDelete(4)
	fmt.Println(v, loaded, m.CompareAndSwap(1, 1, 100))
	var ks []int
	m.Range(func(k, v any) bool { ks = append(ks, k.(int)*1000+v.(int)); return true })
	sort.Ints(ks)
	fmt.Println(ks)
	p := sync.Pool{New: func() any { fmt.Print("new "); return new([]byte) }}
	b := p.Get().(*[]byte)
	*b = append(*b, "data"...)
	fmt.Println(string(*b))
	var s stats
	s.hits.Add(5)
	s.misses.Store(2)
	fmt.Println(s.hits.CompareAndSwap(5, 6), s.hits.Load(), s.misses.Swap(9), s.last.Load(), s.flag.Load(), s.ptr.Load() == nil)
	s.last.Store([]int{1})
	str := "p"
	s.ptr.Store(&str)
	fmt.Println(s.last.Load(), *s.ptr.Load(), s.flag.CompareAndSwap(false, true))
	var n int32
	atomic.AddInt32(&n, -3)
	fmt.Println(atomic.LoadInt32(&n), atomic.CompareAndSwapInt32(&n, -3, 4), n)
	func() {
		defer func() { fmt.Println(recover()) }()
		s.last.Store("other")
	}()
	var mu sync.Mutex
	fmt.Println(mu.TryLock(), mu.TryLock())
	mu.Unlock()
	mu.Unlock()
}
