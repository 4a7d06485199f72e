// Conversions that do not exist.
package main

type S struct{ a int }
type T struct{ b int }

func main() {
	s := "5"
	n := int(s) // problem: cannot convert s (variable of type string) to type int
	_ = n
	m := string(5.5) // problem: cannot convert 5.5 (untyped float constant) to type string
	_ = m
	b := bool(1) // problem: cannot convert 1 (untyped int constant) to type bool
	_ = b
	f := float64("1.5") // problem: cannot convert "1.5" (untyped string constant) to type float64
	_ = f
}
