// Constants that do not fit.
package main

func main() {
	var a int8 = 128 // problem: cannot use 128 (untyped int constant) as int8 value in variable declaration (overflows)
	_ = a
	var b uint8 = -1 // problem: cannot use -1 (untyped int constant) as uint8 value in variable declaration (overflows)
	_ = b
	var c uint = -5 // problem: cannot use -5 (untyped int constant) as uint value in variable declaration (overflows)
	_ = c
	var d int32 = 1 << 31 // problem: cannot use 1 << 31 (untyped int constant 2147483648) as int32 value in variable declaration (overflows)
	_ = d
}
