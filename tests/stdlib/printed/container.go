package main

import (
	"container/heap"
	"container/list"
	"fmt"
	"sort"
)

// logged is a heap that says what is done to it.
type logged struct {
	sort.IntSlice
	log []string
}

func (h *logged) Less(i, j int) bool {
	h.log = append(h.log, fmt.Sprintf("%d<%d", i, j))
	return h.IntSlice[i] < h.IntSlice[j]
}
func (h *logged) Swap(i, j int) {
	h.log = append(h.log, fmt.Sprintf("%d-%d", i, j))
	h.IntSlice.Swap(i, j)
}
func (h *logged) Push(x any) { h.IntSlice = append(h.IntSlice, x.(int)) }
func (h *logged) Pop() any {
	last := len(h.IntSlice) - 1
	x := h.IntSlice[last]
	h.IntSlice = h.IntSlice[:last]
	return x
}

type maxHeap struct{ sort.Interface }

func (m maxHeap) Push(x any) {}
func (m maxHeap) Pop() any   { return nil }

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panic:", r)
		}
	}()
	f()
}

func heaps() {
	h := &logged{IntSlice: []int{9, 4, 7, 1, 8, 2, 2, 6, 3, 5}}
	heap.Init(h)
	fmt.Println(h.IntSlice, h.log)
	h.log = nil
	heap.Push(h, 0)
	heap.Push(h, 4)
	fmt.Println(h.IntSlice, h.log)
	h.log = nil
	fmt.Println(heap.Pop(h), heap.Remove(h, 3), heap.Remove(h, h.Len()-1), heap.Remove(h, 0))
	fmt.Println(h.IntSlice, h.log)
	h.log = nil
	h.IntSlice[2] = -1
	heap.Fix(h, 2)
	h.IntSlice[0] = 50
	heap.Fix(h, 0)
	fmt.Println(h.IntSlice, h.log)
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h), " ")
	}
	fmt.Println()
	try("empty", func() { heap.Pop(h) })
	try("fix", func() { heap.Fix(h, -5) })
	try("remove", func() { heap.Remove(h, 3) })
	try("nil", func() { heap.Init(nil) })
	data := []int{3, 1, 2, 5, 4}
	m := maxHeap{sort.Reverse(sort.IntSlice(data))}
	heap.Init(m)
	heap.Push(m, 1)
	fmt.Println(data)
	empty := maxHeap{sort.IntSlice(nil)}
	heap.Push(empty, 1)
	heap.Init(empty)
}

func show(l *list.List) {
	fmt.Print(l.Len(), ":")
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Print(" ", e.Value)
	}
	fmt.Print(" |")
	for e := l.Back(); e != nil; e = e.Prev() {
		fmt.Print(" ", e.Value)
	}
	fmt.Println()
}

func lists() {
	var z list.List
	show(&z)
	z.PushFrontList(&z)
	a := z.PushFront("a")
	show(&z)
	l := list.New()
	var es []*list.Element
	for i := range 5 {
		es = append(es, l.PushBack(i))
	}
	l.MoveAfter(es[0], es[3])
	show(l)
	l.MoveBefore(es[4], es[1])
	show(l)
	l.MoveBefore(es[4], es[4])
	l.MoveAfter(es[4], a)
	l.MoveToFront(es[4])
	l.MoveToBack(es[4])
	show(l)
	fmt.Println(l.InsertBefore(9, a) == nil, l.InsertAfter(9, a) == nil, l.InsertAfter(9, es[2]).Value)
	fmt.Println(l.Remove(a), z.Len(), l.Remove(es[2]), l.Remove(es[2]), es[2].Next() == nil, es[2].Prev() == nil)
	show(l)
	l.PushBackList(l)
	show(l)
	l.PushFrontList(l)
	show(l)
	es[1].Value = "changed"
	show(l)
	type holder struct {
		list.List
		name string
	}
	var h holder
	h.PushBack(1)
	h.PushFront(0)
	show(&h.List)
	e := &list.Element{Value: 5}
	fmt.Println(e.Next() == nil, l.Remove(e))
	for e := l.Front(); e != nil; {
		next := e.Next()
		l.Remove(e)
		e = next
	}
	show(l)
	show(l.Init())
	try("nil element", func() { l.Remove(nil) })
	try("nil mark", func() { l.InsertAfter(1, nil) })
	try("nil list", func() { var n *list.List; n.PushBack(1) })
}

func main() {
	heaps()
	lists()
}
