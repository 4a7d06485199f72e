// container/list: pushing, moving, removing, iterating; an LRU cache.
package main

import (
	"container/list"
	"fmt"
)

type lru struct {
	cap   int
	order *list.List
	items map[string]*list.Element
}
type entry struct {
	k string
	v int
}

func (c *lru) get(k string) (int, bool) {
	if e, ok := c.items[k]; ok {
		c.order.MoveToFront(e)
		return e.Value.(entry).v, true
	}
	return 0, false
}
func (c *lru) put(k string, v int) {
	if e, ok := c.items[k]; ok {
		e.Value = entry{k, v}
		c.order.MoveToFront(e)
		return
	}
	c.items[k] = c.order.PushFront(entry{k, v})
	if c.order.Len() > c.cap {
		last := c.order.Back()
		delete(c.items, c.order.Remove(last).(entry).k)
	}
}

func show(l *list.List) {
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value, " ")
	}
	fmt.Println(l.Len())
}

func main() {
	l := list.New()
	e4 := l.PushBack(4)
	e1 := l.PushFront(1)
	l.InsertBefore(3, e4)
	l.InsertAfter(2, e1)
	show(l)
	l.MoveToBack(e1)
	l.MoveToFront(e4)
	show(l)
	fmt.Println(l.Remove(e1), e1.Next() == nil, l.Front().Value, l.Back().Value, l.Back().Prev().Value)
	other := list.New()
	other.PushBack("x")
	l.PushBackList(other)
	l.PushFrontList(other)
	show(l)
	for e := l.Back(); e != nil; e = e.Prev() {
		fmt.Print(e.Value, " ")
	}
	l.Init()
	fmt.Println(l.Len(), l.Front() == nil)
	var z list.List
	z.PushBack("zero value works")
	fmt.Println(z.Front().Value)
	c := &lru{2, list.New(), map[string]*list.Element{}}
	c.put("a", 1)
	c.put("b", 2)
	fmt.Println(c.get("a"))
	c.put("c", 3)
	fmt.Println(c.get("b"))
	fmt.Println(c.get("a"))
	c.put("a", 10)
	fmt.Println(c.get("a"))
	show(c.order)
}
