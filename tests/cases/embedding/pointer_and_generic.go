// Embedding of pointers, named maps, generic types and aliases.
package main

import "fmt"

type counter map[string]int

func (c counter) add(k string) { c[k]++ }

type stack[T any] struct{ items []T }

func (s *stack[T]) Push(v T) { s.items = append(s.items, v) }
func (s *stack[T]) Len() int { return len(s.items) }

type journal struct {
	stack[string]
	counter
	*log
}
type log struct{ lines []string }

func (l *log) Printf(f string, a ...any) { l.lines = append(l.lines, fmt.Sprintf(f, a...)) }

type outer struct{ *journal }

func main() {
	j := journal{counter: counter{}, log: &log{}}
	j.Push("a")
	j.Push("b")
	j.add("x")
	j.add("x")
	j.Printf("%d-%s", 1, "one")
	fmt.Println(j.Len(), j.items, j.counter["x"], j.lines, len(j.counter))
	k := j
	k.Push("c")
	k.add("y")
	k.Printf("two")
	fmt.Println(j.Len(), k.Len(), j.counter, len(j.lines))
	o := outer{&j}
	o.Push("z")
	o.journal.counter.add("z")
	fmt.Println(j.items, o.Len(), j.counter)
	p := o.Push
	p("via value")
	fmt.Println(j.Len(), o.lines)
	fmt.Printf("%v\n", j.stack)
}
