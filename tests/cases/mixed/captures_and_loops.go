// Captured variables, loops and text, together.
package main

import (
	"fmt"
	"strings"
	"time"
)

// settled captures and their neighbours
func caps() {
	x := 1
	f := func() int { return x }
	x = 2
	fmt.Println(f())
	y := 1
	y++
	g := func() int { return y }
	fmt.Println(g())
	var fs []func() int
	z := 0
	for i := 0; i < 3; i++ {
		z += 10
		fs = append(fs, func() int { return z + i })
	}
	for _, h := range fs {
		fmt.Print(h(), " ")
	}
	var gs []func() int
	for i := 0; i < 3; i++ {
		k := i * i
		k++
		gs = append(gs, func() int { return k + i })
	}
	for _, h := range gs {
		fmt.Print(h(), " ")
	}
	fmt.Println()
	var rec func(int) int
	rec = func(n int) int {
		if n == 0 {
			return 0
		}
		return n + rec(n-1)
	}
	fmt.Println(rec(10))
	acc := []int{}
	add := func(v int) { acc = append(acc, v) }
	add(1)
	add(2)
	fmt.Println(acc, len(acc))
	s := struct{ a, b int }{1, 2}
	inc := func() { s.a++ }
	inc()
	s.b = 10
	inc()
	fmt.Println(s)
	arr := [3]int{1, 2, 3}
	show := func() [3]int { return arr }
	arr[0] = 100
	fmt.Println(show())
	p := 5
	q := &p
	h := func() int { return p }
	*q = 6
	fmt.Println(h())
	name := "a"
	defer func() { fmt.Println("deferred", name) }()
	name = "b"
	for i := 0; i < 2; i++ {
		defer func() { fmt.Println("loop", i) }()
	}
	var outer func() func() int
	n := 0
	outer = func() func() int {
		m := n
		n++
		return func() int { m++; return m*10 + n }
	}
	a, b := outer(), outer()
	fmt.Println(a(), b(), a(), n)
	switch v := any(3).(type) {
	case int:
		fn := func() int { return v * 2 }
		fmt.Println(fn())
	}
	if w := 5; w > 3 {
		fn := func() int { return w }
		w = 6
		fmt.Println(fn())
	}
	var err error
	try := func() { _, err = fmt.Sscan("x", new(int)) }
	try()
	fmt.Println(err != nil)
	total := 0
	each := func(f func(int)) {
		for i := range 4 {
			f(i)
		}
	}
	each(func(i int) { total += i })
	fmt.Println(total)
	func(p int) {
		fn := func() int { return p }
		p++
		fmt.Println(fn())
	}(1)
	func(p int) {
		p++
		fn := func() int { return p }
		fmt.Println(fn())
	}(1)
}

func named() (n int, err error) {
	f := func() { n = 7 }
	f()
	defer func() {
		if n == 7 {
			err = fmt.Errorf("seven")
		}
	}()
	return n, nil
}

type Acc struct{ total float64 }

func (a *Acc) Add(x float64) *Acc { a.total += x; return a }

func chain() {
	a := Acc{}
	f := a.Add
	f(1).Add(2)
	a.Add(3)
	fmt.Println(a.total)
	b := a
	g := b.Add
	b.total = 100
	g(1)
	fmt.Println(a.total, b.total)
}

func loops() {
	sum := 0
	for i, n := 0, 10; i < n; i++ {
		if i%2 == 0 {
			continue
		}
		n--
		sum += i * n
	}
	fmt.Println(sum)
	xs := []int{1, 2, 3}
	for i := 0; i < len(xs); i++ {
		if xs[i] == 2 {
			xs = append(xs, 9)
		}
	}
	for i, x := range xs {
		if i == 0 {
			xs = append(xs, 100)
			xs[1] = 50
		}
		fmt.Print(x, " ")
	}
	fmt.Println(xs)
	for i := 10; i > 0; i /= 2 {
		fmt.Print(i, " ")
	}
	for i := uint8(250); i >= 250; i++ {
		fmt.Print(i, " ")
	}
	fmt.Println()
	for i := 0; i < 3; i++ {
		i := i * 10
		fmt.Print(i, " ")
	}
	var k int
	for k = range 5 {
		if k == 3 {
			break
		}
	}
	fmt.Println(k)
	m := map[int]bool{}
	for i := range 3 {
		m[i] = i%2 == 0
	}
	n := 0
	for range m {
		n++
	}
	fmt.Println(n, m)
	for i, r := range "aé" {
		fmt.Print(i, string(r), " ")
	}
	for i := range "xyz" {
		fmt.Print(i)
	}
	fmt.Println()
	type pair struct{ a, b int }
	for _, p := range []pair{{1, 2}, {3, 4}} {
		p.a *= 10
		fmt.Print(p, " ")
	}
	var pp *[3]int
	for i := range pp {
		fmt.Print(i)
	}
	fmt.Println(len(pp))
}

func strs() {
	s := "hello"
	t := s[1:3] + strings.Repeat("ab", 2)
	b := []byte(t)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	fmt.Println(string(b), s < t, s[0] == 'h', string(s[1]))
	var sb strings.Builder
	for i := 3; i >= 1; i-- {
		fmt.Fprintf(&sb, "%d...", i)
	}
	sb.WriteByte('!')
	fmt.Println(sb.String(), sb.Len())
	x := `raw\n` + "\t|"
	fmt.Printf("%q %v %s\n", x, []string{"a b"}, []byte("z"))
	switch c := s[0]; {
	case c >= 'a' && c <= 'z':
		fmt.Println("lower")
	}
	fmt.Println(strings.Map(func(r rune) rune {
		if r == 'l' {
			return -1
		}
		return r + 1
	}, s))
}

type Temp float64

func (t Temp) String() string { return fmt.Sprintf("%.1f°", float64(t)) }

type Grid [2][3]Temp

func main() {
	caps()
	fmt.Println(named())
	chain()
	loops()
	strs()
	var g Grid
	g[1][2] = 36.6
	h := g
	h[0][0]++
	fmt.Println(g, h, g == h, len(g), len(g[0]))
	d := 90 * time.Second
	fmt.Println(d, d.Minutes(), time.Duration(1.5*float64(time.Second)))
	var i8 int8 = -128
	fmt.Println(-i8, i8/-1, i8*i8, uint8(i8), ^i8, i8>>1, uint16(i8)>>4)
	const c = 1 << 10
	var f32 float32 = 0.1
	fmt.Println(float64(f32), f32*3, c/3.0, 7/2, 7/2.0, -7%3, 1e3)
	x, y := 0.1, 0.2
	fmt.Println(x+y, x+y == 0.3, int64(-1.5*x*10))
	var p *int
	fmt.Println(p == nil, p)
	defer func() {
		r := recover()
		fmt.Println(r)
		var e error = r.(error)
		fmt.Println(e.Error())
	}()
	fmt.Println(*p)
}
