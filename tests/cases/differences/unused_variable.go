// A variable that is never used is only a warning here.
package main

import "fmt"

func main() {
	used, unused := 1, 2
	var never string
	for i, v := range []int{3} {
		fmt.Println(v)
	}
	fmt.Println(used)
}
