// Which functions end without a return: loops, switches, selects, labels, panics.
package main

import "errors"

func a() int {
	for {
		break
	}
} // problem: missing return
func b() int {
	for {
	}
}
func c(x int) int {
	switch x {
	case 1:
		return 1
	default:
		panic(1)
	}
}
func d(x int) int {
	switch x {
	case 1:
		return 1
	}
} // problem: missing return
func e(x int) int {
	if x > 0 {
		return 1
	} else if x < 0 {
		return 2
	}
} // problem: missing return
func f() (n int) {} // problem: missing return
func g() int {
	goto x
x:
	return 1
}
func h(c chan int) int {
	select {
	case v := <-c:
		return v
	}
}
func i(c chan int) int {
	select {
	case v := <-c:
		return v
	case <-c:
		break
	}
} // problem: missing return
func j() int {
L:
	for {
		for {
			break L
		}
	}
} // problem: missing return
func k() int {
	for true {
		return 1
	}
} // problem: missing return
func l(v any) int {
	switch v.(type) {
	case int:
		return 1
	default:
		return 2
	}
}
func m() int {
	{
		return 1
	}
}
func n() int { defer func() {}(); panic(errors.New("x")) }
func o() int { func() int {}(); return 1 } // problem: missing return
func p() int {
	for range 3 {
		return 1
	}
} // problem: missing return
func q(x int) int {
	switch x {
	case 1:
		fallthrough
	default:
		return 1
	}
}
func r(x int) int {
	switch {
	case x > 1:
		return 1
	default:
		if x > 0 {
			break
		}
		return 2
	}
} // problem: missing return

func main() {}
