// Constants that do not fit.
package main

import (
	"fmt"
	"math"
)

func main() {
	var z byte = 'é' * 2 // problem: cannot use 'é' * 2 (untyped rune constant 466) as byte value in variable declaration (overflows)
	fmt.Println(a, b, c, d, e, f, x, y, z, int16(70000), uint32(1<<32)) // problem: constant 4294967296 overflows uint32 ;; constant 70000 overflows int16 ;; undefined: a ;; undefined: b ;; undefined: c ;; undefined: d ;; undefined: e ;; undefined: f ;; undefined: x ;; undefined: y
	fmt.Println(9223372036854775808, math.MaxUint64) // problem: cannot use 9223372036854775808 (untyped int constant) as int value in argument to fmt.Println (overflows) ;; cannot use math.MaxUint64 (untyped int constant 18446744073709551615) as int value in argument to fmt.Println (overflows)
	var g float32 = 1e39 // problem: cannot use 1e39 (untyped float constant 1e+39) as float32 value in variable declaration (overflows)
	_ = g
}
