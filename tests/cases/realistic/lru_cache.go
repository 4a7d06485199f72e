// An LRU cache with a hand-made doubly linked list, statistics and eviction order.
package main

import (
	"fmt"
	"strings"
)

type node struct {
	key        string
	val        int
	prev, next *node
}

type LRU struct {
	cap          int
	items        map[string]*node
	head, tail   *node
	hits, misses int
}

func NewLRU(cap int) *LRU {
	l := &LRU{cap: cap, items: make(map[string]*node), head: &node{}, tail: &node{}}
	l.head.next, l.tail.prev = l.tail, l.head
	return l
}

func (l *LRU) unlink(n *node) { n.prev.next, n.next.prev = n.next, n.prev }

func (l *LRU) front(n *node) {
	n.prev, n.next = l.head, l.head.next
	l.head.next.prev = n
	l.head.next = n
}

func (l *LRU) Get(key string) (int, bool) {
	n, ok := l.items[key]
	if !ok {
		l.misses++
		return 0, false
	}
	l.hits++
	l.unlink(n)
	l.front(n)
	return n.val, true
}

func (l *LRU) Put(key string, val int) (evicted string) {
	if n, ok := l.items[key]; ok {
		n.val = val
		l.unlink(n)
		l.front(n)
		return ""
	}
	if len(l.items) == l.cap {
		old := l.tail.prev
		l.unlink(old)
		delete(l.items, old.key)
		evicted = old.key
	}
	n := &node{key: key, val: val}
	l.items[key] = n
	l.front(n)
	return evicted
}

func (l *LRU) String() string {
	var sb strings.Builder
	for n := l.head.next; n != l.tail; n = n.next {
		fmt.Fprintf(&sb, "%s=%d ", n.key, n.val)
	}
	return strings.TrimSpace(sb.String())
}

func main() {
	c := NewLRU(3)
	for i, k := range []string{"a", "b", "c"} {
		c.Put(k, i)
	}
	fmt.Println(c)
	fmt.Println(c.Get("a"))
	fmt.Println(c)
	fmt.Printf("evicted %q\n", c.Put("d", 3))
	fmt.Printf("evicted %q\n", c.Put("a", 100))
	if _, ok := c.Get("b"); !ok {
		fmt.Println("b is gone")
	}
	fmt.Printf("evicted %q\n", c.Put("e", 5))
	fmt.Println(c, len(c.items))
	fmt.Printf("hits=%d misses=%d ratio=%.2f\n", c.hits, c.misses, float64(c.hits)/float64(c.hits+c.misses))
}
