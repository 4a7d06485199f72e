// Named basic types print as main.T(value).
package main

import "fmt"

type name string

func main() {
	defer func() {
		r := recover()
		fmt.Printf("%T %v\n", r, r)
		panic(name("again"))
	}()
	panic(name("bad \"thing\"\n"))
}
