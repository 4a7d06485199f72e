// Names used outside the block that declares them.
package main

import "fmt"

func f() int {
	if v := 5; v > 3 {
		_ = v
	}
	return v // problem: undefined: v
}

func main() {
	for i := 0; i < 3; i++ {
	}
	fmt.Println(i) // problem: undefined: i
	{
		inner := 2
		_ = inner
	}
	fmt.Println(inner + f()) // problem: undefined: inner
}
