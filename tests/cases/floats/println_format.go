// How fmt prints floats without a verb: shortest digits, exponents from 21 on.
package main

import "fmt"

func main() {
	for _, f := range []float64{0, 1, -1, 1.5, 100, 123456789, 1e6, 1e20, 1e21, 1.5e21, 123456789012345678, 0.1, 0.001, 0.0001, 0.00001, 0.000012345, 1e-7, 3.141592653589793, 2.0 / 3, 1e100, 5e-324} {
		fmt.Printf("%v %g %s\n", f, f, fmt.Sprint(f))
	}
	fmt.Println(float32(0.1), float64(float32(0.1)), float32(1)/3, float32(16777216)+1)
	small := float32(1e-45)
	fmt.Println(float32(3.4e38), small/10, float32(1e20), float32(1e21))
	fmt.Println([]float64{1, 2.5, 1e21}, map[string]float64{"a": 0.5}, struct{ X float32 }{2.25})
	fmt.Println(1e3, 1.0, 12345678.0, 1e6 == 1000000)
	fmt.Print(1.0, 2.0, "x", 3.5, "\n")
	fmt.Println(1e20, 1e20+0.0, float64(1<<53), float64(1<<63))
}
