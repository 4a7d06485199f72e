// Float division by zero gives infinities and NaN; comparisons with NaN are false.
package main

import (
	"fmt"
	"math"
)

func main() {
	zero := 0.0
	fmt.Println(1/zero, -1/zero, zero/zero)
	nan := math.NaN()
	fmt.Println(nan == nan, nan != nan, nan < 1, nan > 1, nan <= nan)
	inf := math.Inf(1)
	fmt.Println(inf > 1e308, inf == inf, inf-inf, inf*0, -inf, inf+1 == inf)
	neg := math.Copysign(0, -1)
	fmt.Println(neg, neg == 0, 1/neg, -neg, math.Signbit(neg))
	fmt.Printf("%v %f %g %e %5.1f|%-8v|%+v\n", inf, -inf, nan, inf, nan, inf, inf)
	fmt.Println(0.1+0.2, 0.1+0.2 == 0.3, 1e16+1)
	x := 0.1
	y := 0.2
	fmt.Println(x+y, x+y == 0.3, x*3, 1-0.9)
	fmt.Println(math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat32)
	fmt.Println(math.MaxFloat64+1 == math.MaxFloat64)
	m := map[float64]int{nan: 1}
	m[nan] = 2
	fmt.Println(len(m), m[nan], m[0])
	fmt.Println(min(1.0, nan), max(nan, 1), min(neg, 0), max(neg, 0))
	fmt.Println(5.0/2, 7/2, 7/2.0, float64(7)/2, 7/2*2.0)
}
