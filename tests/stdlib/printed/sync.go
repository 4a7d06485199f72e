package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

type guarded struct {
	sync.RWMutex
	n int
}

type unlocker struct{ log *[]string }

func (u unlocker) Lock()   { *u.log = append(*u.log, "lock") }
func (u unlocker) Unlock() { *u.log = append(*u.log, "unlock"); time.Sleep(1) }

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panic:", r)
		}
	}()
	f()
}

func zeroes() {
	var mu sync.Mutex
	var rw sync.RWMutex
	var wg sync.WaitGroup
	var once sync.Once
	fmt.Println(&mu, &rw, &wg, &once)
	mu.Lock()
	rw.RLock()
	wg.Add(2)
	once.Do(func() {})
	fmt.Println(&mu, &rw, &wg, &once)
	fmt.Printf("%+v %T\n", &mu, &rw)
	g := guarded{}
	g.Lock()
	fmt.Println(&g)
	g.Unlock()
	var d struct {
		a sync.Mutex
		b int
	}
	d.a.Lock()
	e := &d
	fmt.Println(e.a.TryLock(), e)
}

func readers() {
	var rw sync.RWMutex
	var log []string
	var wg sync.WaitGroup
	rw.RLock()
	rw.RLock()
	wg.Go(func() { rw.Lock(); log = append(log, "writer"); rw.Unlock() })
	time.Sleep(time.Millisecond)
	fmt.Println(rw.TryRLock(), rw.TryLock())
	wg.Go(func() { rw.RLock(); log = append(log, "late reader"); rw.RUnlock() })
	time.Sleep(time.Millisecond)
	log = append(log, "readers leave")
	rw.RUnlock()
	rw.RUnlock()
	wg.Wait()
	fmt.Println(log)
	l := rw.RLocker()
	l.Lock()
	fmt.Println(rw.TryLock(), rw.TryRLock())
	l.Unlock()
	rw.RUnlock()
	fmt.Println(rw.TryLock())
}

func fairness() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	order := []int{}
	mu.Lock()
	for i := range 5 {
		wg.Go(func() { mu.Lock(); order = append(order, i); mu.Unlock() })
		time.Sleep(time.Millisecond)
	}
	mu.Unlock()
	wg.Wait()
	fmt.Println(order)
}

func conds() {
	var log []string
	c := sync.NewCond(unlocker{&log})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { c.L.Lock(); c.Wait(); c.L.Unlock() })
		time.Sleep(time.Millisecond)
	}
	c.Signal()
	time.Sleep(time.Millisecond)
	fmt.Println(len(log), log[:2])
	c.Broadcast()
	wg.Wait()
	c.Signal()
	fmt.Println(len(log))
	x := sync.Cond{L: &sync.Mutex{}}
	ready := false
	go func() { x.L.Lock(); ready = true; x.L.Unlock(); x.Broadcast() }()
	x.L.Lock()
	for !ready {
		x.Wait()
	}
	x.L.Unlock()
	fmt.Println("ready")
}

func groups() {
	var wg sync.WaitGroup
	try("negative", func() { wg.Add(-1) })
	var w2 sync.WaitGroup
	w2.Add(3)
	for i := range 3 {
		go func() {
			defer w2.Done()
			time.Sleep(time.Duration(i) * time.Millisecond)
		}()
	}
	w2.Wait()
	w2.Wait()
	w2.Add(1)
	w2.Done()
	var w3 sync.WaitGroup
	try("in a go func", func() {
		w3.Go(func() { defer func() { fmt.Println(recover()) }(); panic("inside") })
		w3.Wait()
	})
	fmt.Println("groups done")
}

func onces() {
	n := 0
	f := sync.OnceFunc(func() { n++; panic(fmt.Sprint("once ", n)) })
	try("first", f)
	try("second", f)
	g := sync.OnceValue(func() int { n++; return n })
	fmt.Println(g(), g(), n)
	h := sync.OnceValues(func() (string, error) { n++; return "v", errors.New("e") })
	fmt.Println(h())
	fmt.Println(h())
	fmt.Println(n)
	var o sync.Once
	try("do", func() { o.Do(func() { panic("first") }) })
	o.Do(func() { fmt.Println("never") })
	try("nil", func() { var p sync.Once; p.Do(nil) })
	var q sync.Once
	out := make(chan int, 3)
	for range 3 {
		go func() { q.Do(func() { time.Sleep(time.Millisecond); n = 100 }); out <- n }()
	}
	fmt.Println(<-out, <-out, <-out)
	type cached struct{ get func() int }
	c := cached{sync.OnceValue(func() int { return 7 })}
	fmt.Println(c.get() + c.get())
}

type k struct{ a, b int }

func maps() {
	var m sync.Map
	m.Store(1, "one")
	m.Store("1", "text one")
	m.Store(k{1, 2}, k{3, 4})
	m.Store(1.5, nil)
	fmt.Println(m.Load(1))
	fmt.Println(m.Load("1"))
	fmt.Println(m.Load(k{1, 2}))
	fmt.Println(m.Load(1.5))
	fmt.Println(m.Load(int64(1)))
	fmt.Println(m.LoadOrStore("x", 1))
	fmt.Println(m.LoadOrStore("x", 2))
	fmt.Println(m.Swap("x", 3))
	fmt.Println(m.Swap("y", 3))
	fmt.Println(m.LoadAndDelete("y"))
	fmt.Println(m.LoadAndDelete("y"))
	fmt.Println(m.CompareAndSwap("x", 3, 4), m.CompareAndSwap("x", 3, 5), m.CompareAndSwap("none", nil, 5))
	fmt.Println(m.CompareAndDelete("x", 3), m.CompareAndDelete("x", 4), m.CompareAndDelete("x", 4))
	count := 0
	m.Range(func(key, value any) bool { count++; m.Delete(key); return true })
	fmt.Println(count)
	m.Range(func(key, value any) bool { count++; return true })
	for i := range 10 {
		m.Store(i, i)
	}
	m.Range(func(key, value any) bool { count++; return count < 8 })
	fmt.Println(count)
	m.Clear()
	_, ok := m.Load(3)
	fmt.Println(ok)
	try("unhashable", func() { m.Store([]int{1}, 1) })
	m.Store("s", []int{1})
	try("uncomparable", func() { m.CompareAndSwap("s", []int{1}, 2) })
}

func pools() {
	var p sync.Pool
	fmt.Println(p.Get())
	p.Put(nil)
	fmt.Println(p.Get())
	p.New = func() any { return "new" }
	fmt.Println(p.Get())
}

func atomics() {
	var u atomic.Uint32
	fmt.Println(u.Add(^uint32(0)), u.Load(), u.CompareAndSwap(1, 2), u.Swap(5), u.And(4), u.Or(3), u.Load())
	var i atomic.Int64
	i.Store(1<<63 - 1)
	fmt.Println(i.Add(1), &i)
	var n32 int32 = 1<<31 - 1
	fmt.Println(atomic.AddInt32(&n32, 1), atomic.OrInt32(&n32, 7), atomic.AndInt32(&n32, 5), n32)
	arr := [3]uint64{1, 2, 3}
	fmt.Println(atomic.AddUint64(&arr[1], ^uint64(0)))
	fmt.Println(arr)
	s := struct{ a, b int64 }{1, 2}
	atomic.StoreInt64(&s.b, 9)
	fmt.Println(atomic.CompareAndSwapInt64(&s.a, 1, 3))
	fmt.Println(s)
	try("nil", func() { atomic.LoadInt32(nil) })
	var p atomic.Pointer[int]
	x, y := 1, 2
	fmt.Println(p.CompareAndSwap(nil, &x), p.CompareAndSwap(&y, &x), *p.Swap(&y), *p.Load())
	type node struct{ next atomic.Pointer[node] }
	var root node
	second := &node{}
	root.next.Store(second)
	fmt.Println(root.next.Load() == second, second.next.Load() == nil)
	var v atomic.Value
	try("nil", func() { v.Store(nil) })
	fmt.Println(v.CompareAndSwap("a", "b"), v.CompareAndSwap(nil, "b"), v.CompareAndSwap("b", "c"), v.Load())
	try("type", func() { v.Swap(1) })
	try("type", func() { v.CompareAndSwap(1, "x") })
	try("type", func() { v.CompareAndSwap(1, 2) })
	fmt.Println(v.Swap("d"), v)
	var b atomic.Bool
	b.Store(true)
	fmt.Println(b.Load(), b.Swap(false), b.CompareAndSwap(true, true), b.CompareAndSwap(false, true), &b)
	var ptr atomic.Uintptr
	fmt.Println(ptr.Add(3), atomic.AddUint32(new(uint32), 2))
}

func main() {
	zeroes()
	readers()
	fairness()
	conds()
	groups()
	onces()
	maps()
	pools()
	atomics()
}
