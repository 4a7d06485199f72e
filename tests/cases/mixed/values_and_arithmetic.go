// Value semantics, initialization order and arithmetic, together.
package main

import (
	"fmt"
	"math"
)

type T struct {
	a int
	b [3]int
	c struct{ d, e string }
	p *T
}

func mod(t T) T       { t.a = 100; t.b[0] = 100; t.c.d = "mod"; return t }
func pmod(t *T)       { t.a = 200; t.b[1] = 200; t.c.e = "pmod" }
func ret() (t T)      { t.a = 1; defer func() { t.a = 2 }(); return t }
func arr() [3]int     { return [3]int{1, 2, 3} }

var glob = T{a: 7}
var gi int = 5
var gp = &gi
var order = f1() + f2()

func f1() int { fmt.Println("f1"); return dep }
func f2() int { fmt.Println("f2"); return 1 }

var dep = initDep()

func initDep() int { fmt.Println("dep"); return 10 }
func init()        { fmt.Println("init1", order) }
func init()        { fmt.Println("init2") }

func main() {
	t := T{a: 1}
	u := t
	u.b[2] = 5
	v := mod(t)
	pmod(&t)
	fmt.Println(t.a, t.b, t.c, u.a, u.b, v.a, v.b, v.c)
	ts := []T{t, u, v}
	for _, x := range ts {
		x.a = -1
	}
	for i := range ts {
		ts[i].a++
	}
	p := &ts[0]
	ts = append(ts, T{})
	p.a = 12345
	fmt.Println(ts[0].a, p.a)
	pp := &ts[1]
	ts2 := ts[1:2]
	ts2[0].b[0] = 555
	fmt.Println(pp.b, ts[1].b)
	ts[1] = T{a: 9}
	fmt.Println(pp.a, *pp == ts[1])
	var i interface{} = t
	t.a = 0
	fmt.Println(i.(T).a, t.a, i == interface{}(t))
	q := i.(T)
	q.a = 55
	fmt.Println(i.(T).a)
	fmt.Println(ret().a, arr()[1], len(arr()))
	glob.p = &glob
	glob.p.p.p.a++
	fmt.Println(glob.a)
	*gp = 6
	fmt.Println(gi)
	gcopy := glob
	gcopy.a = 0
	fmt.Println(glob.a)
	x, y := 1, 2
	x, y = y, x+y
	a := []int{0, 1, 2}
	j := 0
	j, a[j] = 2, 50
	fmt.Println(x, y, a, j)
	a[0], a[1], a[2] = a[2], a[0], a[1]
	fmt.Println(a)
	st := []T{{a: 1}, {a: 2}}
	st[0], st[1] = st[1], st[0]
	fmt.Println(st[0].a, st[1].a)
	ch := make(chan T, 1)
	ch <- t
	t.a = 999
	fmt.Println((<-ch).a)
	fn := func(t T) { t.a = 3; fmt.Println(t.a) }
	fn(t)
	fmt.Println(t.a)
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	for i := 0; i < 6; i++ {
		defer func() { fmt.Println("deferred", i) }()
		i++
	}
	var z float64
	fmt.Println(1/z, -1/z, z/z, math.Inf(1) > 1e308, math.MaxInt64, uint64(math.MaxUint64))
	var i8 int8 = 127
	i8++
	var u8 uint8
	u8--
	var i64 int64 = math.MaxInt64
	i64++
	var u32 uint32 = 1 << 31
	u32 <<= 1
	mi := math.MinInt64
	fmt.Println(i8, u8, i64, u32, mi/-1, -7/2, -7%2, 7%-2, mi%-1, -mi)
	sh := 70
	fmt.Println(1<<sh, -1>>sh, uint8(sh)+200, int32(math.MaxInt32)+int32(sh))
	fmt.Println(^5, 5&^3, 6|1, 6^3, ^uint8(5), -(-5))
	var f32 float32 = 16777216
	fmt.Println(f32+1, float32(0.1)+float32(0.2), 0.1+0.2, f32*f32)
	c := complex(1, 2)
	fmt.Println(c*c, c/complex(0, 1), real(c), imag(c), c == 1+2i)
	s := "héllo, 世界¥!"
	for i, r := range s {
		fmt.Print(i, ":", string(r), "(", r, ") ")
	}
	fmt.Println(len(s), s[1], s[1:3], []rune(s)[1], string([]rune(s)[7:9]))
	b := []byte(s)
	b[0] = 'H'
	fmt.Println(string(b), s[:5] < "z", s > "a"+"b")
	const big = 1 << 100
	fmt.Println(big>>98, float64(big), 'a'+1, string(rune('a'+1)))
	var arr2 [2][3]int
	arr2[1][2] = 7
	br := arr2
	br[1][2]++
	fmt.Println(arr2, br, arr2 != br, len(arr2[0]))
	sl := make([]int, 2, 10)
	s3 := sl[1:3:5]
	fmt.Println(len(s3), cap(s3), sl[:4], s3)
	sl2 := append(sl[:1], 8, 9)
	fmt.Println(sl, sl2, cap(sl2))
	copy(sl, []int{4})
	fmt.Println(sl, min(3, 1, 2), max(2.5, 1), min("b", "a"))
	clear(sl)
	fmt.Println(sl)
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	for k := range m {
		if k == "b" {
			delete(m, "c")
		}
		m[k] *= 2
	}
	fmt.Println(len(m), m["a"], m["zz"])
	if v, ok := m["q"]; !ok {
		fmt.Println(v, ok)
	}
	var iface interface{ M() }
	defer func() {
		fmt.Println(recover())
		var arr []int
		defer func() { fmt.Println(recover()); panic(fmt.Sprint("final ", 1)) }()
		k := 5
		arr[k] = 1
	}()
	iface.M()
}
