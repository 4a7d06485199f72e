// Durations and integers.
package main

import (
	"fmt"
	"time"
)

func main() {
	n := 5
	time.Sleep(n * time.Second) // problem: invalid operation: n * time.Second (mismatched types int and time.Duration)
	time.Sleep(5 * time.Second)
	d := time.Second * 1.5 // problem: 1.5 (untyped float constant) truncated to int64
	var e time.Duration = "5s" // problem: cannot use "5s" (untyped string constant) as time.Duration value in variable declaration
	fmt.Println(d, e, d > n, d.Seconds()+n)
}
