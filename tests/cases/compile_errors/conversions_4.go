// Conversions that do not exist.
package main

import (
	"fmt"
	"time"
)

type S struct{ a int }
type T struct{ b int }

func main() {
	s := "5"
	_ = s
	fmt.Println(int([]int{1}), []string("a"), int8(300)) // problem: cannot convert "a" (untyped string constant) to type []string ;; cannot convert []int{…} (value of type []int) to type int ;; constant 300 overflows int8
	fmt.Println(rune("a"), int("5"), (chan int)(3)) // problem: cannot convert "5" (untyped string constant) to type int ;; cannot convert "a" (untyped string constant) to type rune ;; cannot convert 3 (untyped int constant) to type chan int
	fmt.Println(uint(-1), string(-1 < 2), time.Duration("5s"), time.Duration(1.5)) // problem: cannot convert "5s" (untyped string constant) to type time.Duration ;; cannot convert -1 < 2 (untyped bool constant true) to type string ;; cannot convert 1.5 (untyped float constant) to type time.Duration ;; constant -1 overflows uint
}
