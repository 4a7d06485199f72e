// Once, OnceValue, Map, Pool and Cond.
package main

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

func main() {
	var once sync.Once
	for i := range 3 {
		once.Do(func() { fmt.Println("once", i) })
	}
	val := sync.OnceValue(func() int { fmt.Println("computing"); return 42 })
	fmt.Println(val(), val())
	f := sync.OnceFunc(func() { fmt.Println("only once") })
	f()
	f()
	two := sync.OnceValues(func() (int, error) { return strconv.Atoi("x") })
	fmt.Println(two())
	var m sync.Map
	m.Store("a", 1)
	m.Store("b", 2)
	v, ok := m.Load("a")
	fmt.Println(v, ok)
	v, loaded := m.LoadOrStore("a", 100)
	fmt.Println(v, loaded)
	v, loaded = m.LoadOrStore("c", 3)
	fmt.Println(v, loaded)
	v, loaded = m.LoadAndDelete("b")
	fmt.Println(v, loaded)
	_, ok = m.Load("b")
	fmt.Println(ok)
	sum := 0
	m.Range(func(k, v any) bool { sum += v.(int); return true })
	fmt.Println(sum, m.CompareAndSwap("a", 1, 50))
	prev, was := m.Swap("a", 7)
	fmt.Println(prev, was)
	m.Delete("zz")
	pool := sync.Pool{New: func() any { return new(strings.Builder) }}
	sb := pool.Get().(*strings.Builder)
	sb.WriteString("pooled")
	fmt.Println(sb.String())
	pool.Put(sb)
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	queue := []int{}
	got := make(chan int, 3)
	for range 3 {
		go func() {
			mu.Lock()
			for len(queue) == 0 {
				cond.Wait()
			}
			x := queue[0]
			queue = queue[1:]
			mu.Unlock()
			got <- x
		}()
	}
	for i := range 3 {
		mu.Lock()
		queue = append(queue, i+1)
		mu.Unlock()
		cond.Signal()
	}
	cond.Broadcast()
	fmt.Println(<-got + <-got + <-got)
	func() {
		defer func() { fmt.Println(recover()) }()
		var wg sync.WaitGroup
		wg.Done()
	}()
	func() {
		var o sync.Once
		defer func() { fmt.Println(recover()); o.Do(func() { fmt.Println("not again") }) }()
		o.Do(func() { panic("in once") })
	}()
}
