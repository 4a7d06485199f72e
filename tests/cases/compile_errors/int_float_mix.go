// int and float64 variables in one expression.
package main

import (
	"fmt"
	"math"
	"time"
)

func main() {
	total := 10
	count := 3
	avg := total / 2.5 // problem: 2.5 (untyped float constant) truncated to int
	fmt.Println(avg)
	rate := 0.5
	fmt.Println(float64(total)*rate, total*rate) // problem: invalid operation: total * rate (mismatched types int and float64)
	var pct float64 = count / total // problem: cannot use count / total (value of type int) as float64 value in variable declaration
	fmt.Println(pct, math.Round(total), math.Max(rate, count), time.Duration(rate)*time.Second, rate*time.Second) // problem: cannot use count (variable of type int) as float64 value in argument to math.Max ;; cannot use total (variable of type int) as float64 value in argument to math.Round ;; invalid operation: rate * time.Second (mismatched types float64 and time.Duration)
}
