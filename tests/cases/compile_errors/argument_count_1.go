// Too few and too many arguments.
package main

import (
	"fmt"
)

func add(a, b int) int { return a + b }

func vary(s string, xs ...int) int { return len(xs) }

func none() {}

func main() {
	fmt.Println(add(1)) // problem: not enough arguments in call to add have (number) want (int, int)
	fmt.Println(add(1, 2, 3)) // problem: too many arguments in call to add have (number, number, number) want (int, int)
	fmt.Println(vary()) // problem: not enough arguments in call to vary have () want (string, ...int)
}
