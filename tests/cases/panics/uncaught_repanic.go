// A recovered and repanicked value is marked so.
package main

import "fmt"

func main() {
	defer func() {
		r := recover()
		fmt.Println("recovered:", r)
		panic(r)
	}()
	panic("first")
}
