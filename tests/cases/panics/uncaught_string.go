// An uncaught panic prints its value and ends with status 2, after the deferred calls.
package main

import (
	"fmt"
	"strconv"
)

func level3() {
	defer fmt.Println("deferred 3")
	panic("something went wrong: " + strconv.Itoa(42))
}
func level2() { defer fmt.Println("deferred 2"); level3(); fmt.Println("not reached") }

func main() {
	defer fmt.Println("deferred main")
	defer func() {
		fmt.Println("no recover here")
	}()
	fmt.Println("start")
	level2()
	fmt.Println("not reached")
}
