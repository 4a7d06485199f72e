// Variadic parameters: none, several, a spread slice (shared), nil, mixed types, any.
package main

import "fmt"

func sum(xs ...int) (t int) {
	for _, x := range xs {
		t += x
	}
	return
}

func info(prefix string, xs ...string) string {
	return fmt.Sprintf("%s %d %v %v", prefix, len(xs), xs == nil, xs)
}

func change(xs ...int) {
	if len(xs) > 0 {
		xs[0] = 100
	}
}

func anys(xs ...any) string { return fmt.Sprintf("%d%v", len(xs), xs) }

func apply(f func(...int) int, xs ...int) int { return f(xs...) }

type logger struct{ lines []string }

func (l *logger) logf(format string, args ...any) {
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}
func (l *logger) warn(args ...any) { l.logf("WARN %v %v", len(args), args) }

func opt(xs ...func(int) int) (n int) {
	n = 1
	for _, f := range xs {
		n = f(n)
	}
	return
}

func main() {
	fmt.Println(sum(), sum(1), sum(1, 2, 3), sum([]int{4, 5}...), sum(nil...))
	fmt.Println(info("a"))
	fmt.Println(info("b", "x"))
	fmt.Println(info("c", []string{}...))
	fmt.Println(info("d", nil...))
	s := []int{1, 2}
	change(s...)
	fmt.Println(s)
	change(7)
	fmt.Println(anys(), anys(nil), anys(nil...), anys(1, "a", nil), anys([]any{1, 2}...), anys([]any{1, 2}), anys([]int{1, 2}))
	fmt.Println(apply(sum, 1, 2, 3), apply(func(x ...int) int { return len(x) }))
	l := &logger{}
	l.logf("plain")
	l.logf("%d-%s", 1, "x")
	l.warn("a", 2)
	l.warn()
	fmt.Printf("%q\n", l.lines)
	fmt.Println(opt(), opt(func(x int) int { return x + 1 }, func(x int) int { return x * 10 }))
	f := sum
	fmt.Printf("%T %T\n", f, info)
	fmt.Println(append([]int{}, append(s, 9)...), append([]byte("x"), "yz"...))
	fmt.Println(max(1, 2, 3), min(3.5, 2))
	args := []any{"%s=%d", "k", 1}
	fmt.Println(fmt.Sprintf(args[0].(string), args[1:]...))
	fmt.Println([]any{1, "two", 3.0}...)
	words := []string{"a", "b"}
	list := make([]any, len(words))
	for i, w := range words {
		list[i] = w
	}
	fmt.Println(list...)
	m := func(first int, rest ...int) (int, int) { return first, len(rest) }
	fmt.Println(m(1))
	fmt.Println(m(s[0], s...))
}
