// Constants that do not fit.
package main

func main() {
	var e int = 1 << 64 // problem: cannot use 1 << 64 (untyped int constant 18446744073709551616) as int value in variable declaration (overflows)
	_ = e
	var f uint8 = 255 + 1 // problem: cannot use 255 + 1 (untyped int constant 256) as uint8 value in variable declaration (overflows)
	_ = f
	x := uint8(256) // problem: constant 256 overflows uint8
	_ = x
	y := int8(-129) // problem: constant -129 overflows int8
	_ = y
}
