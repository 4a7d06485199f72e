// Interfaces, trees, closures and labels, together.
package main

import "fmt"

type Shape interface {
	Area() float64
	Perimeter() float64
}
type Named interface{ Name() string }
type NamedShape interface {
	Shape
	Named
}
type rect struct{ w, h float64 }

func (r rect) Area() float64      { return r.w * r.h }
func (r rect) Perimeter() float64 { return 2 * (r.w + r.h) }
func (r rect) Name() string       { return "rect" }

type logger struct {
	prefix string
	lines  []string
}

func (l *logger) Logf(format string, args ...any) {
	l.lines = append(l.lines, l.prefix+fmt.Sprintf(format, args...))
}

type service struct {
	*logger
	Shape
	deps map[string]func(int) (int, error)
}

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
	} else {
		n.right = n.right.insert(v)
	}
	return n
}
func (n *node) each(f func(int)) {
	if n != nil {
		n.left.each(f)
		f(n.val)
		n.right.each(f)
	}
}

type state int

const (
	idle state = iota
	running
	stopped
	_
	last
)

func (s state) String() string {
	switch s {
	case idle:
		return "idle"
	case running:
		return "running"
	}
	return fmt.Sprintf("state(%d)", int(s))
}

type flags uint8

const (
	fa flags = 1 << iota
	fb
	fc
)

func fact(n uint64) uint64 {
	if n == 0 {
		return 1
	}
	return n * fact(n-1)
}

func ack(m, n int) int {
	switch {
	case m == 0:
		return n + 1
	case n == 0:
		return ack(m-1, 1)
	}
	return ack(m-1, ack(m, n-1))
}

func fibm() func(int) int {
	memo := map[int]int{}
	var f func(int) int
	f = func(n int) int {
		if n < 2 {
			return n
		}
		if v, ok := memo[n]; ok {
			return v
		}
		memo[n] = f(n-1) + f(n-2)
		return memo[n]
	}
	return f
}

func perms(xs []int, k int, visit func([]int)) {
	if k == len(xs) {
		visit(append([]int(nil), xs...))
		return
	}
	for i := k; i < len(xs); i++ {
		xs[k], xs[i] = xs[i], xs[k]
		perms(xs, k+1, visit)
		xs[k], xs[i] = xs[i], xs[k]
	}
}

func divmod(a, b int) (q, r int, err error) {
	if b == 0 {
		err = fmt.Errorf("div %d by zero", a)
		return
	}
	q, r = a/b, a%b
	return
}

type matrix [][]float64

func (m matrix) mul(o matrix) matrix {
	r := make(matrix, len(m))
	for i := range m {
		r[i] = make([]float64, len(o[0]))
		for j := range r[i] {
			for k := range o {
				r[i][j] += m[i][k] * o[k][j]
			}
		}
	}
	return r
}

func outer() (s string) {
	defer func() {
		s += fmt.Sprint(recover())
	}()
	func() {
		defer func() {
			s += "in;"
		}()
		var a []int
		_ = a[len(s)]
	}()
	return "unreached"
}

func labels() {
outer:
	for i := 0; i < 4; i++ {
		for j := 0; ; j++ {
			switch {
			case j == i:
				continue outer
			case i == 3:
				break outer
			case j > 10:
				break
			}
			fmt.Print(i, j, " ")
		}
	}
	fmt.Println()
sw:
	switch x := 5; {
	case x > 3:
		for {
			break sw
		}
		fmt.Println("no")
	}
}

func main() {
	var ns NamedShape = rect{2, 3}
	var sh Shape = ns
	n, ok := sh.(Named)
	fmt.Println(sh.Area(), ns.Perimeter(), n.Name(), ok, sh == ns, ns == rect{2, 3})
	svc := service{logger: &logger{prefix: "> "}, Shape: rect{1, 1}}
	svc.Logf("%d-%s", 1, "a")
	svc.Logf("plain")
	fmt.Println(svc.lines, svc.Area())
	svc.deps = map[string]func(int) (int, error){"ok": func(i int) (int, error) { return i * 2, nil }}
	if v, err := svc.deps["ok"](21); err == nil {
		fmt.Println(v)
	}
	var root *node
	for _, v := range []int{5, 2, 8, 1, 9} {
		root = root.insert(v)
	}
	var vs []int
	root.each(func(v int) { vs = append(vs, v) })
	fmt.Println(vs, root.left.val)
	fmt.Println(idle, running, stopped, last, fa|fc, fb)
	fmt.Printf("%v %d %s %08b\n", running, running, last, fa|fb)
	fmt.Println(fact(20), fact(21), ack(2, 3), fibm()(80))
	cnt := 0
	perms([]int{1, 2, 3}, 0, func(p []int) { cnt++; fmt.Print(p, " ") })
	fmt.Println(cnt)
	fmt.Println(divmod(7, 2))
	fmt.Println(divmod(7, 0))
	fmt.Println(matrix{{1, 2}, {3, 4}}.mul(matrix{{0, 1}, {1, 0}}))
	fmt.Println(outer())
	labels()
	var x interface{} = 3.0
	switch v := x.(type) {
	case nil:
		fmt.Println("nil")
	case int, int64:
		fmt.Println("int", v)
	case float64:
		fmt.Println("float", v*2)
	}
	pp := &rect{1, 2}
	pp2 := &pp
	(*pp2).w = 10
	(**pp2).h = 20
	fmt.Println(*pp, pp.Area())
	a := []int{1, 2, 3, 4, 5}
	b := a[1:3]
	b = append(b, 100)
	fmt.Println(a, b, len(b), cap(b))
	a = append(a[:1], a[2:]...)
	fmt.Println(a, b)
	i := 2
	i, a[i] = 0, 99
	fmt.Println(i, a)
	type celsius float64
	temps := map[string]celsius{"a": 1.5}
	temps["a"] += 2
	temps["b"] -= 1
	fmt.Println(temps)
	str := "abc"
	bs := []byte(str)
	bs[0] ^= 0x20
	fmt.Println(string(bs), str)
	str += string(bs[1:]) + "é"
	fmt.Println(str, len(str), len([]rune(str)))
	for i, c := range []byte("hi") {
		fmt.Print(i, c, " ")
	}
	fmt.Println()
	var arr [4]struct {
		x int
		s []string
	}
	arr[2].x = 7
	arr[2].s = append(arr[2].s, "q")
	cp := arr
	cp[2].s[0] = "changed"
	cp[2].x = 0
	fmt.Println(arr, cp)
	m := map[[2]int]string{{1, 2}: "a"}
	m[[2]int{3, 4}] = "b"
	delete(m, [2]int{1, 2})
	fmt.Println(m, len(m))
	const c = 10
	var u8 uint8 = 250
	u8 += c
	u8 <<= 1
	var i16 int16 = -32768
	i16 = -i16
	fmt.Println(u8, i16, ^i16, i16>>3, uint16(i16)>>3)
	f := 1e100
	fmt.Println(int64(f/1e99), uint8(int(u8)+300), float32(f), int32(int64(u8)<<33>>2))
	func(xs ...string) { fmt.Println(len(xs), xs == nil) }()
	defer fmt.Println("deferred", i)
	i = 50
	goto end
end:
	fmt.Println("end", i)
	var nilf func()
	nilf()
}
