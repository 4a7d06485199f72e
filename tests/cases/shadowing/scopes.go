// Inner declarations hide outer ones only inside their block.
package main

import (
	"fmt"
	"strconv"
)

var x = "package"

func f() string { return x }

func params(x int) (y int) {
	y = x
	{
		y := 100
		x := y + 1
		_ = x
	}
	if x := x * 2; x > 3 {
		y += x
	}
	return
}

func main() {
	fmt.Println(x)
	x := "local"
	fmt.Println(x, f())
	{
		fmt.Println(x)
		x := 1
		x++
		fmt.Println(x)
		{
			x := x * 10
			fmt.Println(x)
		}
		fmt.Println(x)
	}
	fmt.Println(x)
	for x := 0; x < 2; x++ {
		x := x + 100
		fmt.Print(x, " ")
	}
	fmt.Println(x)
	if x := len(x); x > 3 {
		fmt.Println(x)
	} else if y := x; y > 0 {
		fmt.Println(x, y)
	}
	fmt.Println(params(5))
	a, err := strconv.Atoi("1")
	b, err := strconv.Atoi("x")
	fmt.Println(a, b, err)
	var e2 error
	if true {
		_, e2 := strconv.Atoi("y")
		_ = e2
	}
	fmt.Println(e2)
	len := func(s string) string { return "mine:" + s }
	fmt.Println(len("abc"))
	type int string
	var i int = "an int that is a string"
	fmt.Println(i)
	{
		true := false
		nil := 5
		fmt.Println(true, nil)
	}
	switch x := 3; x {
	case 3:
		x := "case"
		fmt.Println(x)
	}
	func(x float64) { fmt.Println(x) }(2.5)
	func() { x = "changed" }()
	fmt.Println(x, f())
	string := "s"
	fmt.Println(string)
}
