// Assignment operators and fields of the wrong type.
package main

import "fmt"

type T struct {
	n    int
	tags []string
}

func main() {
	t := T{}
	t.n = "five" // problem: cannot use "five" (untyped string constant) as int value in assignment
	t.n += 1.5 // problem: 1.5 (untyped float constant) truncated to int
	t.tags = "a" // problem: cannot use "a" (untyped string constant) as []string value in assignment
	t.tags[0] = 1 // problem: cannot use 1 (untyped int constant) as string value in assignment
	t = nil // problem: cannot use nil as T value in assignment
	fmt.Println(t)
}
