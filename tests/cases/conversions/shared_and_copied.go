// Conversions between named types, slices and arrays, text and bytes, numbers and channels.
package main

import "fmt"

type Celsius float64
type Fahr float64
type ID string
type IDs []ID
type Handler func(string) error
type Set map[string]struct{}
type Point struct{ X, Y int }
type Vec Point
type Ptr *Point

func (c Celsius) F() Fahr               { return Fahr(c*9/5 + 32) }
func (h Handler) Handle(s string) error { return h(s) }
func (s Set) Has(k string) bool         { _, ok := s[k]; return ok }
func (v *Vec) Scale(k int)              { v.X *= k; v.Y *= k }

func main() {
	c := Celsius(36.6)
	fmt.Printf("%.1f %T\n", c.F(), c.F())
	ids := IDs{"a", "b"}
	ids = append(ids, ID("c"), "d")
	for i, id := range ids[1:3] {
		fmt.Print(i, id, string(id)+"!", " ")
	}
	raw := []ID(ids)
	raw[0] = "z"
	fmt.Println(ids, len(raw))
	h := Handler(func(s string) error { return fmt.Errorf("h: %s", s) })
	var i interface{ Handle(string) error } = h
	fmt.Println(i.Handle("x"))
	s := Set{"q": {}}
	m := map[string]struct{}(s)
	m["w"] = struct{}{}
	fmt.Println(s.Has("w"), len(s))
	p := Point{1, 2}
	v := Vec(p)
	v.Scale(3)
	(*Vec)(&p).Scale(10)
	fmt.Println(v, p, Point(v) == Point{3, 6})
	var pt Ptr = &p
	pt.X++
	fmt.Println(*pt, (*Point)(pt) == &p)
	b := []byte("héllo")
	str := string(b)
	b[0] = 'H'
	r := []rune(str)
	r[1] = 'E'
	fmt.Println(str, string(b), string(r), string(r[1]), []byte("é"), []rune("é"))
	arr := [4]int{1, 2, 3, 4}
	sl := arr[1:3]
	pa := (*[2]int)(sl)
	pa[0] = 99
	ca := [2]int(sl)
	ca[1] = -1
	fmt.Println(arr, *pa, ca, len(sl), cap(sl))
	f := 1e10
	fmt.Println(int32(int64(f)), uint8(int(f)), int64(f)+1, float32(f), int(c))
	var u8 uint8 = 250
	var i8 = int8(u8)
	fmt.Println(i8, uint16(i8), uint32(int32(i8)), rune(u8), string(rune(u8)), uint64(i8)>>60)
	const big = 1 << 40
	fmt.Println(big/1e3, float32(big), int64(big)*2, big>>38, uint64(big)<<20)
	var e any = ids
	_, ok1 := e.([]ID)
	_, ok2 := e.(IDs)
	fmt.Println(ok1, ok2)
	var ifc fmt.Stringer
	_, ok3 := ifc.(interface{ X() })
	fmt.Println(ok3)
	x, y := 7, 2
	fmt.Println(x/y, float64(x)/float64(y), float64(x/y), x%y, -x/y, -x%y, x&^y, x<<y, 1<<x>>1, ^x)
	var z complex128 = complex(float64(x), 1)
	fmt.Println(z*z, real(z), imag(z), z == 7+1i, z/2)
	ch := make(chan int, 1)
	var ro <-chan int = ch
	var so chan<- int = ch
	so <- 1
	fmt.Println(<-ro, cap(so))
	type local = map[string][]Point
	l := local{"a": {{1, 2}}}
	l["a"][0].X = 5
	l["b"] = append(l["b"], Point{Y: 1})
	fmt.Println(l, len(l["none"]))
	fn := func() (a, b int) { return 1, 2 }
	a1, _ := fn()
	_, b1 := fn()
	fmt.Println(a1, b1)
	var (
		n0 *Point
		n1 []int
		n2 map[int]int
		n3 func()
		n4 chan int
		n5 any
	)
	fmt.Println(n0 == nil, n1 == nil, n2 == nil, n3 == nil, n4 == nil, n5 == nil, len(n1), len(n2), cap(n4))
	n1 = append(n1, 1)
	for range n2 {
	}
	fmt.Println(n1, n2[5])
	s3 := make([]int, 2, 10)
	s4 := append(s3, 1)
	s5 := append(s3, 2)
	s6 := append(s3[:1:1], 3)
	fmt.Println(s4, s5, s6, s3, len(s3[:5]), s3[:4])
	clear(s3)
}
