// Integer division by zero panics, also for the remainder.
package main

import "fmt"

var zero int

func safe(name string, f func() int) {
	defer func() {
		if r := recover(); r != nil {
			err, ok := r.(error)
			fmt.Println(name, "->", r, ok, err != nil)
		}
	}()
	fmt.Println(name, f())
}

func main() {
	safe("div", func() int { return 10 / zero })
	safe("mod", func() int { return 10 % zero })
	safe("ok", func() int { return zero / 10 })
	safe("u8", func() int { var z uint8; return int(5 / z) })
	safe("assign", func() int { x := 4; x /= zero; return x })
	fmt.Println(1.0/float64(zero+1), -1.0/float64(zero) < 0)
	xs := []int{1, 2}
	fmt.Println(len(xs) / zero)
}
