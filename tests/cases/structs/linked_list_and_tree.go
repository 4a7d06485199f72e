// Self-referential structs through pointers.
package main

import "fmt"

type node struct {
	val         int
	left, right *node
}

func (n *node) insert(v int) *node {
	if n == nil {
		return &node{val: v}
	}
	if v < n.val {
		n.left = n.left.insert(v)
	} else if v > n.val {
		n.right = n.right.insert(v)
	}
	return n
}

func (n *node) walk(f func(int)) {
	if n != nil {
		n.left.walk(f)
		f(n.val)
		n.right.walk(f)
	}
}

func (n *node) height() int {
	if n == nil {
		return 0
	}
	return 1 + max(n.left.height(), n.right.height())
}

type list struct {
	head *item
	size int
}
type item struct {
	v    string
	next *item
}

func (l *list) push(v string) { l.head = &item{v, l.head}; l.size++ }
func (l *list) reverse() {
	var prev *item
	for cur := l.head; cur != nil; {
		cur.next, prev, cur = prev, cur, cur.next
	}
	l.head = prev
}
func (l list) String() string {
	s := "["
	for it := l.head; it != nil; it = it.next {
		if it != l.head {
			s += " -> "
		}
		s += it.v
	}
	return s + "]"
}

func main() {
	var root *node
	for _, v := range []int{50, 30, 70, 20, 40, 60, 80, 30, 65} {
		root = root.insert(v)
	}
	var out []int
	root.walk(func(v int) { out = append(out, v) })
	fmt.Println(out, root.height(), root.left.right.val)
	var l list
	for _, s := range []string{"a", "b", "c"} {
		l.push(s)
	}
	fmt.Println(l, l.size)
	l.reverse()
	fmt.Println(l)
	fmt.Printf("%v %s %+v\n", l, l, l.size)
}
