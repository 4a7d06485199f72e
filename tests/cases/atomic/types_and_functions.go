// Counters, compare-and-swap, Value, Pointer and Bool.
package main

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
)

func main() {
	var n int64
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { atomic.AddInt64(&n, 2) })
	}
	wg.Wait()
	fmt.Println(atomic.LoadInt64(&n), atomic.CompareAndSwapInt64(&n, 40, 1), atomic.CompareAndSwapInt64(&n, 40, 2), n)
	atomic.StoreInt64(&n, 9)
	fmt.Println(atomic.SwapInt64(&n, 10), n)
	var u uint32
	fmt.Println(atomic.AddUint32(&u, 5), atomic.AddUint32(&u, ^uint32(0)))
	var c atomic.Int64
	for i := range 10 {
		wg.Go(func() { c.Add(int64(i)) })
	}
	wg.Wait()
	fmt.Println(c.Load(), c.CompareAndSwap(45, 1), c.Swap(7), c.Load())
	c.Store(-1)
	fmt.Println(c.Add(-1))
	var i32 atomic.Int32
	i32.Store(math.MaxInt32)
	fmt.Println(i32.Add(1))
	var b atomic.Bool
	fmt.Println(b.Load(), b.Swap(true), b.Load(), b.CompareAndSwap(true, false))
	var v atomic.Value
	fmt.Println(v.Load() == nil)
	v.Store([]string{"a"})
	fmt.Println(v.Load().([]string)[0])
	type conf struct{ n int }
	var p atomic.Pointer[conf]
	fmt.Println(p.Load() == nil)
	p.Store(&conf{3})
	old := p.Load()
	fmt.Println(p.CompareAndSwap(old, &conf{4}), p.Load().n, old.n)
	var u64 atomic.Uint64
	u64.Store(1)
	fmt.Println(u64.Add(^uint64(0)), u64.Or(6), u64.And(3), u64.Load())
	func() {
		defer func() { fmt.Println(recover()) }()
		v.Store(5)
	}()
}
