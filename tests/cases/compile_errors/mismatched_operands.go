// Arithmetic and comparison of different types.
package main

import "fmt"

func main() {
	a := 1
	b := 2.5
	c := "s"
	fmt.Println(a + b) // problem: invalid operation: a + b (mismatched types int and float64)
	fmt.Println(a == c) // problem: invalid operation: a == c (mismatched types int and string)
	fmt.Println(c + a) // problem: invalid operation: c + a (mismatched types string and int)
	var i8 int8 = 1
	var i16 int16 = 2
	fmt.Println(i8+i16, i8 < i16) // problem: invalid operation: i8 + i16 (mismatched types int8 and int16) ;; invalid operation: i8 < i16 (mismatched types int8 and int16)
	fmt.Println(a && true) // problem: invalid operation: a && true (mismatched types int and untyped bool)
}
