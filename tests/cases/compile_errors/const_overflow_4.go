// Constants that do not fit.
package main

import (
	"fmt"
)

func main() {
	h := 1e400 // problem: cannot use 1e400 (untyped float constant 1e+400) as float64 value in assignment (overflows)
	fmt.Println(g, h, int(1e20)) // problem: cannot convert 1e20 (untyped float constant 100000000000000000000) to type int ;; undefined: g
}
