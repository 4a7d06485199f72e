// Goroutines, locks, selects and recovered panics, together.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

type result struct {
	id  int
	val string
	err error
}

type S struct {
	mu sync.Mutex
	m  map[string]int
}

func (s *S) add(k string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k]++
}

type Embed struct {
	sync.RWMutex
	n int
}

var ErrX = errors.New("x")

type wrap struct{ err error }

func (w wrap) Error() string { return "wrap: " + w.err.Error() }
func (w wrap) Unwrap() error { return w.err }

func gen(n int) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := range n {
			ch <- i
		}
	}()
	return ch
}

func worker(id int, jobs <-chan int, out chan<- result, wg *sync.WaitGroup) {
	defer wg.Done()
	for j := range jobs {
		out <- result{id: j, val: fmt.Sprint("w", j*j)}
	}
}

func nested() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("outer: %v", r)
		}
	}()
	defer func() {
		defer func() {
			if r := recover(); r != nil {
				fmt.Println("inner rec", r)
				panic("third")
			}
		}()
		panic("second")
	}()
	panic("first")
}

func norec() {
	defer func() {
		func() { fmt.Println("nested recover:", recover()) }()
	}()
	panic("np")
}

func loop() (n int) {
	for i := 0; i < 3; i++ {
		func() {
			defer func() { recover(); n++ }()
			if i%2 == 0 {
				panic(i)
			}
			n += 10
		}()
	}
	return
}

func deferOrder() {
	for i := 0; i < 3; i++ {
		defer func(n int) { fmt.Print("d", n, i, " ") }(i * 10)
	}
	x := 1
	defer fmt.Println("x =", x)
	x = 2
}

type Stack []int

func (s *Stack) Push(v int) { *s = append(*s, v) }
func (s Stack) Top() int    { return s[len(s)-1] }

type F func() error

func (f F) Do() error { return f() }

func main() {
	jobs := make(chan int, 5)
	out := make(chan result, 10)
	var wg sync.WaitGroup
	for w := 0; w < 3; w++ {
		wg.Add(1)
		go worker(w, jobs, out, &wg)
	}
	for i := 0; i < 5; i++ {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
	close(out)
	sum := 0
	for r := range out {
		sum += r.id
	}
	fmt.Println(sum)
	s := &S{m: map[string]int{}}
	for i := 0; i < 10; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); s.add(fmt.Sprint(i % 3)) }()
	}
	wg.Wait()
	fmt.Println(s.m)
	var e Embed
	e.Lock()
	e.n++
	e.Unlock()
	e.RLock()
	fmt.Println(e.n)
	e.RUnlock()
	t := 0
	for v := range gen(5) {
		t += v
	}
	fmt.Println(t)
	done := make(chan struct{})
	tick := time.NewTicker(time.Millisecond)
	go func() { time.Sleep(5 * time.Millisecond); close(done) }()
	n := 0
L:
	for {
		select {
		case <-tick.C:
			n++
		case <-done:
			break L
		}
	}
	tick.Stop()
	fmt.Println(n > 0)
	select {
	case v, ok := <-done:
		fmt.Println(v, ok)
	default:
		fmt.Println("default")
	}
	var nilch chan int
	select {
	case nilch <- 1:
	case <-time.After(time.Millisecond):
		fmt.Println("timeout")
	}
	err := fmt.Errorf("ctx: %w", wrap{ErrX})
	var w wrap
	fmt.Println(errors.Is(err, ErrX), errors.As(err, &w), w, errors.Unwrap(err) == w)
	fmt.Println(nested())
	func() {
		defer func() { fmt.Println("got", recover()) }()
		norec()
	}()
	fmt.Println(loop())
	deferOrder()
	fmt.Println()
	var st Stack
	st.Push(1)
	st.Push(2)
	push := st.Push
	push(3)
	fmt.Println(st, st.Top())
	fmt.Println(F(func() error { return ErrX }).Do())
	arr := [5]int{1, 2, 3}
	pa := &arr
	for i := range pa {
		pa[i] *= 2
	}
	fmt.Println(arr, *pa, pa[1:3])
	var once sync.Once
	for i := 0; i < 3; i++ {
		once.Do(func() { fmt.Println("once", i) })
	}
	funcs := map[string]func(...int) int{
		"sum": func(xs ...int) int {
			t := 0
			for _, x := range xs {
				t += x
			}
			return t
		},
	}
	fmt.Println(funcs["sum"](1, 2, 3))
	type kv struct {
		k string
		v *int
	}
	x := 5
	kvs := []kv{{"a", &x}, {"b", nil}}
	*kvs[0].v++
	fmt.Println(x, kvs[1].v == nil)
	mm := map[string]map[string]int{}
	for _, k := range []string{"a", "b", "a"} {
		if mm[k] == nil {
			mm[k] = map[string]int{}
		}
		mm[k]["n"]++
	}
	fmt.Println(mm)
	var grid [3][3]rune
	for i := range grid {
		for j := range grid[i] {
			grid[i][j] = '.'
		}
	}
	grid[1][1] = 'X'
	for _, row := range grid {
		fmt.Println(string(row[:]))
	}
	ch2 := make(chan int, 1)
	ch2 <- 1
	func() {
		defer func() { fmt.Println(recover()) }()
		close(ch2)
		close(ch2)
	}()
	v, ok := <-ch2
	fmt.Println(v, ok)
	v, ok = <-ch2
	fmt.Println(v, ok, len(ch2), cap(ch2))
	func() {
		defer func() { fmt.Println(recover()) }()
		ch2 <- 1
	}()
	var iface any = 3
	switch y := iface.(type) {
	case string, int:
		fmt.Printf("%T %v\n", y, y)
	}
	if n, ok := iface.(interface{ Foo() }); !ok {
		fmt.Println(n == nil, ok)
	}
	c := make(chan error)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				c <- fmt.Errorf("goroutine: %v", r)
			}
		}()
		var p *S
		p.m["x"] = 1
	}()
	fmt.Println(<-c)
	var cond = sync.NewCond(&sync.Mutex{})
	ready := false
	go func() { cond.L.Lock(); ready = true; cond.L.Unlock(); cond.Broadcast() }()
	cond.L.Lock()
	for !ready {
		cond.Wait()
	}
	cond.L.Unlock()
	fmt.Println("ready")
	<-nilch
}
