// `:=` without a new variable is read as `=`; with at least one new variable it stays what it is.
package main

import "fmt"

func pair() (int, error) { return 7, nil }

func main() {
	x := 1
	x := 2
	a, err := pair()
	b, err := pair()
	a, err := 8, fmt.Errorf("late")
	fmt.Println(x, a, b, err)
	if true {
		x := 50
		fmt.Println(x)
	}
	fmt.Println(x)
}
