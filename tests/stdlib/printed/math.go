// Prints the bits of results of package math for many arguments; tests/stdlib/test_math.py compares them with ours.
package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
)

var out = bufio.NewWriter(os.Stdout)

func bits(x float64) string {
	if math.IsNaN(x) {
		return "nan"
	}
	return fmt.Sprintf("%x", math.Float64bits(x))
}

func main() {
	defer out.Flush()
	args := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 0.1, -0.1, 10, 100, -100, 1e-10, -1e-10, 1e10, -1e10, 1e300, -1e300, 1e-300,
		5e-324, -5e-324, 1e-310, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), 3, 5, 7.5, 33.5, 34.5, -33.5, -34.5, 170.5, 171.7, 172, 200,
		709, 710, -700, -745, -746, 0.9999999, 1.0000001, 4503599627370497.5, 536870912, 1e15, 1e16, 1e22, math.Pi, math.Pi / 2, math.E, 0.7, 0.66, 2.5, -2.5, 1.5, 0.25}
	x := uint64(88172645463325252)
	next := func() uint64 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		return x
	}
	for i := 0; i < 60; i++ {
		args = append(args, float64(int64(next()))/float64(1<<60))
	}
	for i := 0; i < 40; i++ {
		args = append(args, float64(next()>>11)/float64(1<<53))
		args = append(args, float64(int64(next()))/float64(1<<54))
		f := math.Float64frombits(next())
		args = append(args, f)
	}
	one := []struct {
		name string
		f    func(float64) float64
	}{{"Abs", math.Abs}, {"Acos", math.Acos}, {"Acosh", math.Acosh}, {"Asin", math.Asin}, {"Asinh", math.Asinh}, {"Atan", math.Atan}, {"Atanh", math.Atanh},
		{"Cbrt", math.Cbrt}, {"Ceil", math.Ceil}, {"Cos", math.Cos}, {"Cosh", math.Cosh}, {"Erf", math.Erf}, {"Erfc", math.Erfc},
		{"Exp", math.Exp}, {"Exp2", math.Exp2}, {"Expm1", math.Expm1}, {"Floor", math.Floor}, {"Gamma", math.Gamma},
		{"Log", math.Log}, {"Log10", math.Log10}, {"Log1p", math.Log1p}, {"Log2", math.Log2}, {"Round", math.Round}, {"RoundToEven", math.RoundToEven},
		{"Sin", math.Sin}, {"Sinh", math.Sinh}, {"Sqrt", math.Sqrt}, {"Tan", math.Tan}, {"Tanh", math.Tanh}, {"Trunc", math.Trunc},
		{"Lgamma", func(x float64) float64 { y, s := math.Lgamma(x); return y * float64(s) }},
		{"Frexp", func(x float64) float64 { y, s := math.Frexp(x); return y + float64(s) }},
		{"Modf", func(x float64) float64 { y, s := math.Modf(x); return y*3 + s }},
		{"Sincos", func(x float64) float64 { y, s := math.Sincos(x); return y*3 + s }},
		{"Pow10", func(x float64) float64 { return math.Pow10(int(math.Mod(x, 400))) }},
	}
	fmt.Fprint(out, "args")
	for _, a := range args {
		fmt.Fprint(out, " ", bits(a))
	}
	fmt.Fprintln(out)
	for _, f := range one {
		fmt.Fprint(out, f.name)
		for _, a := range args {
			if (f.name == "Pow10") && (math.IsNaN(a) || math.IsInf(a, 0)) {
				a = 0
			}
			fmt.Fprint(out, " ", bits(f.f(a)))
		}
		fmt.Fprintln(out)
	}
	two := []struct {
		name string
		f    func(x, y float64) float64
	}{{"Atan2", math.Atan2}, {"Copysign", math.Copysign}, {"Dim", math.Dim}, {"Hypot", math.Hypot}, {"Max", math.Max}, {"Min", math.Min}, {"Mod", math.Mod},
		{"Nextafter", math.Nextafter}, {"Pow", math.Pow}, {"Remainder", math.Remainder},
	}
	for _, f := range two {
		fmt.Fprint(out, f.name)
		for i, a := range args {
			for k := 0; k < 3; k++ {
				fmt.Fprint(out, " ", bits(f.f(a, args[(i*7+k*31)%len(args)])))
			}
		}
		fmt.Fprintln(out)
	}
}
