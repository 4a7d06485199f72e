// Conversions that do not exist.
package main

type S struct{ a int }
type T struct{ b int }

func main() {
	s := "5"
	_ = s
	p := (*int)(5) // problem: cannot convert 5 (untyped int constant) to type *int
	_ = p
	x := []int("abc") // problem: cannot convert "abc" (untyped string constant) to type []int
	_ = x
	y := []byte(5) // problem: cannot convert 5 (untyped int constant) to type []byte
	_ = y
	z := T(S{1}) // problem: cannot convert S{…} (value of struct type S) to type T
	_ = z
}
