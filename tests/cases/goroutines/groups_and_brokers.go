// An error group, a pool that recovers, a broker, retries and timeouts.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

type Task func(ctx context.Context) (int, error)
type Group struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
	stop context.CancelFunc
}

func WithCtx(ctx context.Context) (*Group, context.Context) {
	ctx, c := context.WithCancel(ctx)
	return &Group{stop: c}, ctx
}
func (g *Group) Go(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err; g.stop() })
		}
	}()
}
func (g *Group) Wait() error { g.wg.Wait(); g.stop(); return g.err }

func pool(ctx context.Context, n int, tasks []Task) ([]int, error) {
	type res struct {
		i, v int
		err  error
	}
	in := make(chan int)
	out := make(chan res, len(tasks))
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range in {
				v, err := func() (v int, err error) {
					defer func() {
						if r := recover(); r != nil {
							err = fmt.Errorf("task %d panicked: %v", i, r)
						}
					}()
					return tasks[i](ctx)
				}()
				out <- res{i, v, err}
			}
		}()
	}
	go func() {
		defer close(in)
		for i := range tasks {
			select {
			case in <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	wg.Wait()
	close(out)
	vals := make([]int, len(tasks))
	var errs []error
	for r := range out {
		vals[r.i] = r.v
		if r.err != nil {
			errs = append(errs, r.err)
		}
	}
	return vals, errors.Join(errs...)
}

type Broker[T any] struct {
	mu   sync.Mutex
	subs map[int]chan T
	next int
}

func (b *Broker[T]) Sub(buf int) (<-chan T, func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subs == nil {
		b.subs = map[int]chan T{}
	}
	id := b.next
	b.next++
	ch := make(chan T, buf)
	b.subs[id] = ch
	return ch, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if c, ok := b.subs[id]; ok {
			delete(b.subs, id)
			close(c)
		}
	}
}
func (b *Broker[T]) Pub(v T) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.subs {
		select {
		case c <- v:
			n++
		default:
		}
	}
	return
}
func retry(n int, f func(int) error) (err error) {
	for i := range n {
		if err = f(i); err == nil {
			return nil
		}
		time.Sleep(time.Duration(1<<i) * time.Millisecond)
	}
	return fmt.Errorf("after %d tries: %w", n, err)
}

func main() {
	ts := []Task{}
	for i := range 6 {
		ts = append(ts, func(ctx context.Context) (int, error) {
			if i == 4 {
				panic("four")
			}
			if i == 2 {
				return 0, fmt.Errorf("task %d: %w", i, context.Canceled)
			}
			return i * i, nil
		})
	}
	vals, err := pool(context.Background(), 1, ts)
	fmt.Println(vals, errors.Is(err, context.Canceled))
	fmt.Println(err)
	g, ctx := WithCtx(context.Background())
	var ran atomic.Int32
	for i := range 3 {
		g.Go(func() error {
			ran.Add(1)
			if i == 1 {
				return errors.New("boom")
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(5 * time.Second):
				return errors.New("slow")
			}
		})
	}
	fmt.Println(g.Wait(), ran.Load(), ctx.Err())
	var b Broker[string]
	c1, u1 := b.Sub(1)
	c2, u2 := b.Sub(0)
	fmt.Println(b.Pub("a"), b.Pub("b"))
	u2()
	u2()
	_, ok := <-c2
	fmt.Println(<-c1, ok, b.Pub("c"))
	u1()
	for v := range c1 {
		fmt.Println("left", v)
	}
	fmt.Println(retry(3, func(i int) error {
		if i < 2 {
			return errors.New("again")
		}
		return nil
	}), retry(2, func(int) error { return errors.New("never") }))
	ctx2, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	done := make(chan string)
	go func() {
		select {
		case <-time.After(time.Minute):
			done <- "work"
		case <-ctx2.Done():
			done <- ctx2.Err().Error()
		}
	}()
	fmt.Println(<-done)
	var v atomic.Value
	v.Store([]int{1})
	fmt.Println(v.Load().([]int))
}
