// Names that are values in other languages are ordinary names where the program declares them, also inside a list of names.
package main

import "fmt"

var None, True, False, null = "none", 10, 20, 30

var first, undefined, last int

const (
	low, NULL, high = 1, 2, 3
	left, TRUE, FALSE
)

func results(a, b int) (x, found, y int) {
	return a, b, a + b
}

func main() {
	fmt.Println(None, True, False, null, nil, true, false)
	undefined++
	fmt.Println(first, undefined, last)
	fmt.Println(low, NULL, high, left, TRUE, FALSE)
	fmt.Println(results(1, 2))
	local()
}

func local() {
	var a, null, b = 1, "text", 2.5
	var c, None, d any
	fmt.Println(a, null, b, c, None, d, nil)
	{
		e, True, f := 1, 2, 3
		True, e, f = f, True, e
		fmt.Println(e, True, f, true)
	}
	for null, True := range []string{"x", "y"} {
		fmt.Println(null, True, nil, true)
	}
	var err error
	fmt.Println(err == nil, first == 0)
}
