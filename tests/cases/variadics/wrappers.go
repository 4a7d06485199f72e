// Passing variadic arguments through several layers; formatting wrappers; min and max of many.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

type Level int

type Log struct {
	lines []string
	pre   []any
}

func (l *Log) With(args ...any) *Log {
	return &Log{l.lines, append(l.pre[:len(l.pre):len(l.pre)], args...)}
}
func (l *Log) Printf(format string, args ...any) string {
	return l.print(fmt.Sprintf(format, args...))
}
func (l *Log) Print(args ...any) string { return l.print(args...) }
func (l *Log) print(args ...any) string {
	all := append(slices.Clone(l.pre), args...)
	l.lines = append(l.lines, fmt.Sprintln(all...))
	return fmt.Sprint(len(all), all)
}

func errorf(format string, args ...any) error { return fmt.Errorf("pkg: "+format, args...) }

func concat[T any](lists ...[]T) (out []T) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return
}

func maxOf[T cmp.Ordered](first T, rest ...T) T {
	for _, r := range rest {
		first = max(first, r)
	}
	return first
}

func apply(x int, fs ...func(int) int) int {
	for _, f := range fs {
		x = f(x)
	}
	return x
}

func options(opts ...struct {
	k string
	v any
}) map[string]any {
	m := map[string]any{}
	for _, o := range opts {
		m[o.k] = o.v
	}
	return m
}

func edit(xs ...string) []string {
	if len(xs) > 1 {
		xs[1] = "edited"
	}
	return append(xs, "more")
}

func main() {
	l := &Log{}
	a := l.With("a", 1)
	b := a.With("b")
	c := a.With("c", nil)
	fmt.Println(l.Print(), a.Print("x"), b.Print("y"), c.Printf("%d%%", 5), b.With().Print([]any{1, 2}...), b.Print([]any{1, 2}))
	fmt.Println(errorf("bad %s: %w", "thing", errors.ErrUnsupported), errors.Is(errorf("%w", errors.ErrUnsupported), errors.ErrUnsupported))
	fmt.Println(concat([]int{1}, nil, []int{2, 3}), concat[string]() == nil, maxOf(3), maxOf("b", "c", "a"), maxOf(1.5, []float64{2.5, 0}...))
	fmt.Println(apply(3), apply(3, func(i int) int { return i + 1 }, func(i int) int { return i * i }))
	fmt.Println(options(struct {
		k string
		v any
	}{"x", 1}))
	words := []string{"p", "q", "r"}
	fmt.Println(edit(words...), words, edit(words[:2]...), words, edit("solo"))
	args := []any{"%v-%v|", 1}
	for range 2 {
		args = append(args, "z")
		fmt.Printf(args[0].(string), args[1:3][:len(args[1:3])]...)
	}
	fmt.Println()
	f := fmt.Sprint
	fmt.Println(f(), f("a", "b", 1, 2, "c"), f(args[1:]...))
	g := (*Log).With
	fmt.Println(len(g(l, 1, 2, 3).pre))
	func(prefix string, nums ...int) {
		fmt.Println(prefix, len(nums), cap(nums), nums == nil)
	}("none")
}
