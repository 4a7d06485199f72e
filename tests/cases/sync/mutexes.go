// Mutex, RWMutex, TryLock, embedding of a mutex, counting without races.
package main

import (
	"fmt"
	"sync"
)

type counter struct {
	sync.Mutex
	m map[string]int
}

func (c *counter) inc(k string) {
	c.Lock()
	defer c.Unlock()
	c.m[k]++
}

type store struct {
	mu   sync.RWMutex
	data map[string]int
}

func (s *store) get(k string) (int, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.data[k]
	return v, ok
}
func (s *store) set(k string, v int) {
	s.mu.Lock()
	s.data[k] = v
	s.mu.Unlock()
}

func main() {
	c := counter{m: map[string]int{}}
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c.inc([]string{"even", "odd"}[i%2])
		}()
	}
	wg.Wait()
	fmt.Println(c.m)
	s := &store{data: map[string]int{}}
	for i := range 10 {
		wg.Go(func() { s.set(fmt.Sprint("k", i), i*i) })
	}
	wg.Wait()
	fmt.Println(s.get("k7"))
	fmt.Println(s.get("zz"))
	var mu sync.Mutex
	fmt.Println(mu.TryLock(), mu.TryLock())
	mu.Unlock()
	fmt.Println(mu.TryLock())
	var rw sync.RWMutex
	rw.RLock()
	fmt.Println(rw.TryRLock(), rw.TryLock())
	rw.RUnlock()
	rw.RUnlock()
	fmt.Println(rw.TryLock(), rw.TryRLock())
	var l sync.Locker = &mu
	l.Unlock()
	l.Lock()
	fmt.Println("locked through Locker")
}
