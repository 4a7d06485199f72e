// An Error method that panics while the panic is printed.
package main

import (
	"fmt"
	"strconv"
)

type code uint8

func (c code) Error() string { return "code " + strconv.Itoa(int(c)) }

func main() {
	defer fmt.Println("bye")
	var err error = code(200)
	fmt.Println(err)
	panic(err)
}
