// Where floats stop being exact, and integer powers and roots.
package main

import (
	"fmt"
	"math"
)

func main() {
	f := float64(1 << 53)
	fmt.Println(f, f+1, f+2, f == f+1, int64(f)+1)
	fmt.Println(math.Floor(0.1*10), 0.1*3, math.Trunc(1e15+0.3), 4.35*100)
	pow := func(b, e int) int {
		r := 1
		for ; e > 0; e >>= 1 {
			if e&1 == 1 {
				r *= b
			}
			b *= b
		}
		return r
	}
	fmt.Println(pow(2, 62), pow(3, 39), pow(10, 18), pow(7, 23), int(math.Pow(10, 15)))
	x := 2.0
	for range 6 {
		x = x - (x*x-2)/(2*x)
	}
	fmt.Println(x, math.Sqrt(2), x == math.Sqrt(2))
	sum := 0.0
	for i := 1; i <= 100; i++ {
		sum += 1.0 / float64(i)
	}
	fmt.Println(sum, float32(sum), math.Log(100))
	fmt.Println(math.Round(2.675*100)/100, math.Round(-2.5), math.RoundToEven(2.5), math.Floor(-2.5))
	fmt.Println(1/3.0, 2/3.0, 10/3.0, 1e15/3, 1e-5/3, 100.0/7)
	fmt.Println(0.1+0.7, 1.1*1.1, 3*1.1, 1.0-0.9, 0.1*0.1)
	a, b := 1e308, 10.0
	fmt.Println(a*b, -a*b, a*b-a*b, a/1e-10 > 1e308, math.MaxFloat64*1.0)
	fmt.Println(5e-324/2, 2.2250738585072014e-308, 1e-320)
	fmt.Println(float64(7)/2, 7.0/2, math.Mod(7, 2), int(7.0)/2)
}
