// The functions and constants of package math.
package main

import (
	"fmt"
	"math"
)

func main() {
	for _, x := range []float64{0, 0.5, 1, 2, -1.5, 10} {
		fmt.Printf("%.6g %.6g %.6g %.6g %.6g %.6g\n", math.Sin(x), math.Cos(x), math.Tan(x), math.Exp(x), math.Atan(x), math.Tanh(x))
	}
	for _, x := range []float64{0.5, 1, 2, 10, 100, 0, -1} {
		fmt.Printf("%.6g %.6g %.6g %.6g %.6g\n", math.Log(x), math.Log2(x), math.Log10(x), math.Log1p(x), math.Sqrt(x))
	}
	fmt.Printf("%.10f %.10f %.10f %.10f\n", math.Pi, math.E, math.Phi, math.Sqrt2)
	fmt.Println(math.Log2(8), math.Log10(1000), math.Pow(2, 0.5), math.Pow(10, 3), math.Pow10(-2), math.Expm1(0), math.Exp(0))
	fmt.Println(math.Asin(2), math.Acos(1), math.Atan2(1, -1), math.Sinh(0), math.Cosh(0), math.Asinh(0))
	fmt.Println(math.IsNaN(math.NaN()), math.IsInf(math.Inf(-1), -1), math.IsInf(1, 0), math.Signbit(-1), math.Copysign(3, -1))
	fmt.Println(math.Gamma(5), math.Erf(0), math.Cbrt(-8))
	fmt.Println(math.MaxInt64, math.MinInt64, math.MaxUint32, math.MaxInt8, math.MaxFloat32)
	fmt.Println(math.Nextafter(1, 2), math.Float32frombits(0x3f800000), math.Float64bits(-0.5))
	fmt.Println(math.Pow(0, -1), math.Pow(-1, 0.5), math.Pow(-2, 3), math.Pow(math.Inf(1), 0), math.Mod(-5, 3), math.Mod(5, 0), math.Remainder(5, 3))
	fmt.Println(math.Max(math.NaN(), 1), math.Min(math.Inf(-1), 1), math.Floor(-0.5), math.Round(-0.4), math.Trunc(-0.9), math.Ceil(-0.5))
	s, c := math.Sincos(0)
	fmt.Println(s, c, math.Abs(math.Inf(-1)), math.Hypot(5, 12))
	deg := 30.0
	fmt.Printf("%.4f %.4f\n", math.Sin(deg*math.Pi/180), math.Atan2(1, 1)*180/math.Pi)
	l, sign := math.Lgamma(10)
	fmt.Printf("%.6f %d %.6f\n", l, sign, math.Erfc(0.5))
}
