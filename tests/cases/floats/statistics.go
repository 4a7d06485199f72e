// Mean, variance, median and percentiles as one writes them every day.
package main

import (
	"fmt"
	"math"
	"sort"
)

func mean(xs []float64) float64 {
	total := 0.0
	for _, x := range xs {
		total += x
	}
	return total / float64(len(xs))
}

func stddev(xs []float64) float64 {
	m, sum := mean(xs), 0.0
	for _, x := range xs {
		sum += (x - m) * (x - m)
	}
	return math.Sqrt(sum / float64(len(xs)-1))
}

func median(xs []float64) float64 {
	s := append([]float64(nil), xs...)
	sort.Float64s(s)
	n := len(s)
	if n%2 == 1 {
		return s[n/2]
	}
	return (s[n/2-1] + s[n/2]) / 2
}

func newton(target float64) (x float64, steps int) {
	x = target
	for math.Abs(x*x-target) > 1e-12*target {
		x = (x + target/x) / 2
		steps++
	}
	return
}

func main() {
	data := []float64{2, 4, 4, 4, 5, 5, 7, 9.5}
	fmt.Println(mean(data), stddev(data), median(data))
	fmt.Printf("%.4f %.4f %.4f\n", mean(data), stddev(data), median(data[:5]))
	fmt.Println(mean(nil), len(data))
	fmt.Println(newton(2))
	fmt.Println(newton(1e6))
	pi := 0.0
	for k := 0; k < 1000; k++ {
		term := 4.0 / float64(2*k+1)
		if k%2 == 1 {
			term = -term
		}
		pi += term
	}
	fmt.Println(pi)
	compound := 1000.0
	for range 10 {
		compound *= 1.05
	}
	fmt.Printf("%.2f %v\n", compound, compound)
	e := 1.0
	fact := 1.0
	for i := 1; i < 20; i++ {
		fact *= float64(i)
		e += 1 / fact
	}
	fmt.Println(e, e-math.E)
}
