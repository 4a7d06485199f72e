// Functions that may end without a return.
package main

import "fmt"

func a(x int) int {
	if x > 0 {
		return 1
	}
} // problem: missing return

func b(x int) string {
	for x > 0 {
		return "x"
	}
} // problem: missing return

func c(x int) (int, error) {
	switch x {
	case 1:
		return 1, nil
	}
} // problem: missing return

func d() int {
	for {
	}
}

func e() int {
	panic("fine")
}

func g(x int) int {
	for {
		if x > 1 {
			break
		}
	}
} // problem: missing return

func main() {
	fmt.Println(a(1), b(1), d(), e(), g(1))
	c(1)
	_ = func() bool {
		fmt.Println("literal")
	} // problem: missing return
}
