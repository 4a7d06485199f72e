// Type parameters keep the arithmetic of their type argument.
package main

import "fmt"

type Int interface {
	~int8 | ~uint8 | ~int16 | ~uint32 | ~int64 | ~int
}

func Inc[T Int](x T, n int) T {
	for range n {
		x++
	}
	return x
}

func Mul[T Int](a, b T) T                       { return a * b }
func Shl[T Int](a T, n uint) T                  { return a << n >> 1 }
func Div[T Int | ~float32 | ~float64](a, b T) T { return a / b }
func Bits[T Int]() (n int) {
	for x := T(1); x != 0; x <<= 1 {
		n++
	}
	return
}
func Signed[T Int]() bool { var x T; x--; return x < 0 }
func Hash[T Int](s string) (h T) {
	for i := range len(s) {
		h = h*31 + T(s[i])
	}
	return
}

type tiny int8

func main() {
	fmt.Println(Inc(int8(120), 10), Inc(uint8(250), 10), Inc(tiny(127), 1), Inc(1, 5))
	fmt.Println(Mul(int8(100), 3), Mul(uint32(1<<31), 3), Mul(int64(1<<62), 4), Mul[int16](300, 300))
	fmt.Println(Shl(uint8(0xFF), 1), Shl(int8(-1), 7), Shl(int16(1), 15))
	fmt.Println(Div(7, 2), Div(-7, 2), Div(7.0, 2), Div(float32(1), 3), Div(int8(-128), -1))
	fmt.Println(Bits[int8](), Bits[uint32](), Bits[int](), Signed[uint8](), Signed[tiny]())
	fmt.Println(Hash[int8]("hello"), Hash[uint8]("hello"), Hash[uint32]("hello world"), Hash[int]("hello world, again"))
	func() {
		defer func() { fmt.Println(recover()) }()
		var z int16
		fmt.Println(Div(1, z))
	}()
	arr := [3]tiny{1, 2, 3}
	for i := range arr {
		arr[i] = Inc(arr[i], 126)
	}
	fmt.Println(arr)
}
