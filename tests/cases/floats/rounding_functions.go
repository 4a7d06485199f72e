// Rounding, truncation and remainders from package math on both signs.
package main

import (
	"fmt"
	"math"
)

func main() {
	for _, x := range []float64{2.5, -2.5, 3.5, 0.49999999999999994, -0.5, 1e300, 7.999} {
		fmt.Println(x, math.Floor(x), math.Ceil(x), math.Trunc(x), math.Round(x), math.RoundToEven(x))
	}
	fmt.Println(math.Mod(7, 3), math.Mod(-7, 3), math.Mod(7, -3), math.Remainder(7, 4), math.Mod(5.5, 2))
	i, f := math.Modf(-3.75)
	fmt.Println(i, f)
	frac, exp := math.Frexp(10)
	fmt.Println(frac, exp, math.Ldexp(0.625, 4))
	fmt.Println(int64(math.Round(-2.5)))
	v := 2.9
	w := -2.9
	fmt.Println(int(v), int(w), uint8(v), int(v*10)%10)
	round := func(x float64, places int) float64 {
		p := math.Pow(10, float64(places))
		return math.Round(x*p) / p
	}
	fmt.Println(round(3.14159, 2), round(2.675, 2), round(-1.005, 2), round(1234.5678, -2))
	fmt.Println(math.Abs(-3.2), math.Max(3, 7), math.Min(-0.0, 0), math.Dim(5, 3), math.Dim(3, 5))
	fmt.Println(math.Hypot(3, 4), math.Cbrt(27), math.Sqrt(2), math.Sqrt(-1))
	fmt.Println(math.Pow(2, 10), math.Pow(2, -1), math.Pow(-8, 1.0/3), math.Pow(0, 0), math.Exp2(8))
}
