// A least-recently-used cache with generic options.
package main

import (
	"container/list"
	"fmt"
	"strings"
)

type entry[K comparable, V any] struct {
	key K
	val V
}

type LRU[K comparable, V any] struct {
	cap     int
	order   *list.List
	items   map[K]*list.Element
	onEvict func(K, V)
}

type Option[K comparable, V any] func(*LRU[K, V])

func OnEvict[K comparable, V any](f func(K, V)) Option[K, V] {
	return func(l *LRU[K, V]) { l.onEvict = f }
}

func NewLRU[K comparable, V any](cap int, opts ...Option[K, V]) *LRU[K, V] {
	l := &LRU[K, V]{cap: cap, order: list.New(), items: make(map[K]*list.Element)}
	for _, o := range opts {
		o(l)
	}
	return l
}

func (l *LRU[K, V]) Get(k K) (v V, ok bool) {
	if e, hit := l.items[k]; hit {
		l.order.MoveToFront(e)
		return e.Value.(*entry[K, V]).val, true
	}
	return
}

func (l *LRU[K, V]) Put(k K, v V) {
	if e, ok := l.items[k]; ok {
		e.Value.(*entry[K, V]).val = v
		l.order.MoveToFront(e)
		return
	}
	l.items[k] = l.order.PushFront(&entry[K, V]{k, v})
	if l.order.Len() > l.cap {
		last := l.order.Back()
		en := l.order.Remove(last).(*entry[K, V])
		delete(l.items, en.key)
		if l.onEvict != nil {
			l.onEvict(en.key, en.val)
		}
	}
}

func (l *LRU[K, V]) String() string {
	var parts []string
	for e := l.order.Front(); e != nil; e = e.Next() {
		en := e.Value.(*entry[K, V])
		parts = append(parts, fmt.Sprintf("%v=%v", en.key, en.val))
	}
	return "[" + strings.Join(parts, " ") + "]"
}

type point struct{ x, y int }

func main() {
	l := NewLRU(2, OnEvict(func(k string, v int) { fmt.Println("evict", k, v) }))
	l.Put("a", 1)
	l.Put("b", 2)
	l.Get("a")
	l.Put("c", 3)
	_, ok := l.Get("b")
	fmt.Println(ok, l)
	l.Put("a", 10)
	l.Put("d", 4)
	fmt.Println(l, len(l.items))
	m := NewLRU[any, point](3)
	m.Put(point{1, 2}, point{3, 4})
	m.Put("s", point{})
	m.Put([2]int{1, 2}, point{5, 6})
	v, ok := m.Get([2]int{1, 2})
	fmt.Println(v, ok, m)
	fmt.Printf("%v %+v\n", *m.order.Front().Value.(*entry[any, point]), v)
	defer func() { fmt.Println(recover()) }()
	m.Put([]int{1}, point{})
}
