// float32 arithmetic rounds after each operation.
package main

import (
	"fmt"
	"math"
)

func main() {
	var a float32 = 0.1
	var b float32 = 0.2
	fmt.Println(a+b, a*b, a/b, float64(a)+float64(b))
	var sum float32
	for i := 0; i < 1000; i++ {
		sum += 0.1
	}
	fmt.Println(sum)
	var sum64 float64
	for i := 0; i < 1000; i++ {
		sum64 += 0.1
	}
	fmt.Println(sum64)
	var big float32 = 16777216
	fmt.Println(big+1 == big, big+2, big-1)
	fmt.Println(float32(1.0)/3*3 == 1, float32(math.Pi), math.Pi)
	x := float32(1e38)
	fmt.Println(x*10, -x*10, x*10-x*10, x/1e38)
	var i int32 = 16777217
	fmt.Println(float32(i), int32(float32(i)), float64(i))
	fmt.Println(float32(0.1) == 0.1, float64(float32(0.1)) == 0.1, a == 0.1)
	fmt.Printf("%.10f %.10f %T\n", a, 0.1, a*2)
	area := func(r float32) float32 { return math.Pi * r * r }
	fmt.Println(area(2), area(1.5), float32(math.Sqrt(float64(area(3)))))
	fmt.Println(float32(1)/float32(7), 1.0/7, float32(22)/7)
}
