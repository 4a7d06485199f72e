// Between floats and integers: truncation, large values, precision beyond 2^53.
package main

import (
	"fmt"
	"math"
)

func main() {
	f := 9007199254740993.0
	fmt.Println(int64(f), f, int64(f)+1)
	i := int64(9007199254740993)
	fmt.Println(float64(i), int64(float64(i)), int64(float64(i)) == i)
	fmt.Println(int(1e10), int64(-1.0), uint64(1e19))
	v := 1e15 + 0.5
	fmt.Println(int64(v), v-float64(int64(v)))
	w := 65.99
	fmt.Println(int(w), string(rune(int(w))), uint8(w))
	neg := -0.9
	fmt.Println(int(neg), int(neg-0.1))
	total, n := 7, 2
	fmt.Println(total/n, float64(total)/float64(n), float64(total/n))
	avg := float64(1+2+4) / 3
	fmt.Printf("%.3f %v\n", avg, avg)
	pct := 45 * 100 / 7
	fmt.Println(pct, float64(45)*100/7)
	secs := 3725.75
	h := int(secs) / 3600
	m := int(secs) % 3600 / 60
	fmt.Printf("%02d:%02d:%05.2f\n", h, m, secs-float64(h*3600+m*60))
	fmt.Println(math.MaxInt64, float64(math.MaxInt64), uint64(float64(1<<63)))
	fmt.Println(math.Float64bits(1.5), math.Float32bits(1.5), math.Float64frombits(0x4000000000000000))
}
