// Flags, widths and precisions applied to elements of composite values.
package main

import "fmt"

type pt struct {
	X, Y int
	N    string
}

func main() {
	fmt.Printf("%5d|%-5d|%05d\n", []int{1, 22}, []int{1, 22}, []int{1, 22})
	fmt.Printf("%6.2f|%.1f\n", []float64{1, 2.345}, map[string]float64{"a": 1.25, "b": 3})
	fmt.Printf("%x|%#x|%X|% x\n", []int{10, 200}, []int{10, 200}, []string{"ab", "c"}, []string{"ab", "cd"})
	fmt.Printf("%3v|%-3v|%03v\n", []any{1, "a", true}, []any{1, "a", true}, []any{1, "a", 2.5})
	fmt.Printf("%d|%s|%q\n", pt{1, 2, "n"}, pt{1, 2, "n"}, pt{1, 2, "n"})
	fmt.Printf("%4d|%+d|%x\n", pt{1, 2, "n"}, pt{1, 2, "n"}, pt{10, 20, "n"})
	fmt.Printf("%t|%t\n", []bool{true, false}, map[string]bool{"a": true})
	fmt.Printf("%c|%q|%U\n", []rune("hé"), []rune("hé"), []rune("hé"))
	fmt.Printf("%e|%g|%8.3g\n", []float64{1.5}, []float32{0.1}, []float64{3.14159})
	fmt.Printf("%v|%+v|%#v\n", []pt{{1, 2, "a"}}, []pt{{1, 2, "a"}}, []pt{{1, 2, "a"}})
	fmt.Printf("%v|%+v|%#v\n", map[string]pt{"k": {}}, map[string]pt{"k": {}}, map[string]pt{"k": {}})
	fmt.Printf("%+v|%#v\n", []any{pt{1, 2, "x"}, 1, "s"}, []any{pt{1, 2, "x"}, 1, "s", nil, 1.0, 1e6, 1e-7, uint8(1)})
	fmt.Printf("%+d|%+q|%+.1f|%+t\n", []int{1, -1}, []string{"é"}, []float64{1, -1}, true)
	fmt.Printf("%s|%v|%d\n", []byte("abc"), []byte("abc"), []byte("abc"))
	fmt.Printf("%s|%v|%x\n", [][]byte{[]byte("a"), []byte("b")}, [][]byte{[]byte("a")}, [][]byte{[]byte("a"), []byte("bc")})
	fmt.Printf("%#v|%#v|%#v\n", [2]uint8{1, 2}, []uint16{1}, []byte(nil))
	fmt.Printf("%#v %#v %#v %#v\n", 1.5, float32(1), 'x', "a`b")
	fmt.Printf("%#v %#v %#v\n", int64(5), uint(5), uintptr(5))
	fmt.Printf("%010.3f|%-10.3f|%+10.3f|% 10.3f|%010d\n", 3.14159, 3.14159, 3.14159, 3.14159, -42)
	fmt.Printf("%08.3f|%+08.3f|%x|%X\n", -3.14159, 3.14159, 3.5, -0.1)
	fmt.Printf("%2d/%02d %6.2f%%\n", 3, 7, 99.5)
	fmt.Printf("%v %v\n", struct{ A, B *int }{}, [1]struct{ e error }{})
	fmt.Printf("%v %+v\n", struct {
		M map[string][]int
		F func()
	}{M: map[string][]int{"x": {1}}}, struct{ I any }{pt{3, 4, "z"}})
}
