// Conversions that do not exist.
package main

import (
	"fmt"
)

type S struct{ a int }
type T struct{ b int }

func main() {
	s := "5"
	_ = s
	w := int(true) // problem: cannot convert true (untyped bool constant) to type int
	e := error("x") // problem: cannot convert "x" (untyped string constant) to type error
	q := map[string]int([]int{}) // problem: cannot convert []int{} (value of type []int) to type map[string]int
	fmt.Println(n, m, b, f, p, x, y, z, w, e, q, string([]int{1}), int(nil), [3]int([]string{}), string(true)) // problem: cannot convert []int{…} (value of type []int) to type string ;; cannot convert []string{} (value of type []string) to type [3]int ;; cannot convert nil to type int ;; cannot convert true (untyped bool constant) to type string ;; undefined: b ;; undefined: f ;; undefined: m ;; undefined: n ;; undefined: p ;; undefined: x ;; undefined: y ;; undefined: z
}
