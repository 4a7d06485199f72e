// Ranging over functions with labels, returns, defers and panics; iter.Pull; iterators that misbehave.
package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

func Count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Print("<cleanup> ")
		for i := range n {
			if !yield(i) {
				fmt.Print("<stopped> ")
				return
			}
		}
		fmt.Print("<exhausted> ")
	}
}
func Zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		na, sa := iter.Pull(a)
		defer sa()
		nb, sb := iter.Pull(b)
		defer sb()
		for {
			x, ok1 := na()
			y, ok2 := nb()
			if !ok1 || !ok2 || !yield(x, y) {
				return
			}
		}
	}
}
func bad(yield func(int) bool) {
	yield(1)
	yield(2)
}
func ret() (res int) {
	defer func() { res *= 10 }()
	for i := range Count(5) {
		for j := range Count(5) {
			if i*j == 4 {
				return i + j
			}
		}
	}
	return -1
}
func labeled() {
outer:
	for i := range Count(3) {
		for j := range Count(3) {
			switch {
			case j == 1 && i == 0:
				continue outer
			case i == 1:
				break outer
			}
			fmt.Print(i, j, " ")
		}
	}
	fmt.Println()
}
func deferInLoop() {
	for i := range Count(3) {
		defer fmt.Print("d", i, " ")
	}
	fmt.Print("end ")
}

type Tree struct {
	L, R *Tree
	V    int
}

func (t *Tree) All() iter.Seq[int] {
	return func(yield func(int) bool) { t.push(yield) }
}
func (t *Tree) push(yield func(int) bool) bool {
	if t == nil {
		return true
	}
	return t.L.push(yield) && yield(t.V) && t.R.push(yield)
}
func fib(yield func(int, int) bool) {
	a, b := 0, 1
	for i := 0; yield(i, a); i++ {
		a, b = b, a+b
	}
}
func none(yield func() bool) {
	for yield() {
	}
}

func main() {
	for i := range Count(2) {
		fmt.Print(i, " ")
	}
	fmt.Println()
	for a, b := range Zip(Count(10), slices.Values([]string{"x", "y"})) {
		fmt.Print(a, b, " ")
	}
	fmt.Println()
	fmt.Println(ret())
	labeled()
	deferInLoop()
	fmt.Println()
	t := &Tree{&Tree{nil, nil, 1}, &Tree{&Tree{nil, nil, 3}, nil, 4}, 2}
	for v := range t.All() {
		if v == 4 {
			break
		}
		fmt.Print(v, " ")
	}
	fmt.Println(slices.Collect(t.All()))
	for i, f := range fib {
		if i > 10 {
			break
		}
		fmt.Print(f, " ")
	}
	n := 0
	for range none {
		if n++; n > 3 {
			break
		}
	}
	fmt.Println(n)
	func() {
		defer func() { fmt.Println("R:", recover()) }()
		for x := range bad {
			fmt.Print(x, " ")
			break
		}
	}()
	func() {
		defer func() { fmt.Println("R:", recover()) }()
		for x := range Count(3) {
			if x == 1 {
				panic(fmt.Sprint("in body ", x))
			}
		}
	}()
	func() {
		defer func() { fmt.Println("R:", recover()) }()
		var saved func(int) bool
		for x := range func(y func(int) bool) { saved = y; y(1) } {
			fmt.Print(x, " ")
		}
		saved(2)
	}()
	func() {
		defer func() { fmt.Println("R:", recover()) }()
		for x := range func(y func(int) bool) {
			defer func() { recover() }()
			y(7)
		} {
			panic(x)
		}
	}()
	func() {
		defer func() { fmt.Println("R:", recover()) }()
		var nilseq iter.Seq[int]
		for range nilseq {
		}
	}()
	next, stop := iter.Pull2(maps.All(map[string]int{"a": 1}))
	fmt.Println(next())
	fmt.Println(next())
	stop()
	stop()
	fmt.Println(next())
	np, sp := iter.Pull(func(yield func(int) bool) { yield(1); panic("seq panic") })
	defer sp()
	fmt.Println(np())
	func() {
		defer func() { fmt.Println("R:", recover()) }()
		np()
	}()
	fmt.Println(np())
	var fs []func() int
	for i := range Count(3) {
		fs = append(fs, func() int { i++; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	for i := range slices.Values([]int{1, 2, 3}) {
		i *= 2
		fmt.Print(i, " ")
	}
	var k int
	for k = range Count(3) {
	}
	fmt.Println(k)
	m := maps.Collect(Zip(slices.Values([]string{"p", "q"}), Count(5)))
	fmt.Println(m)
	for s := range slices.Chunk(slices.AppendSeq([]int{0}, Count(4)), 2) {
		fmt.Print(s)
	}
	fmt.Println()
}
