// panic(nil) becomes a PanicNilError.
package main

import "fmt"

func main() {
	func() {
		defer func() {
			r := recover()
			fmt.Printf("%T %v\n", r, r)
		}()
		panic(nil)
	}()
	panic(nil)
}
