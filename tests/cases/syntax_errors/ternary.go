// Go has no conditional expression.
package main

func main() {
	x := 3
	y := x > 2 ? 1 : 2 // problem: invalid character U+003F '?' ;; syntax error: unexpected literal 1 at end of statement
	_ = y
}
