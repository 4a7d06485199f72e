// Names that hide built-in functions.
package main

import "fmt"

func main() {
	len := 3
	fmt.Println(len("abc")) // problem: invalid operation: cannot call len (variable of type int): int is not a function
	make := 1
	_ = make([]byte, 1) // problem: invalid operation: cannot call make (variable of type int): int is not a function
	append := []int{}
	fmt.Println(append(append, 1)) // problem: invalid operation: cannot call append (variable of type []int): []int is not a function
}
