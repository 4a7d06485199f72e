// A Stringer is asked for its text.
package main

import "fmt"

type level int

func (l level) String() string { return "level!" }

func main() {
	fmt.Println(level(3))
	panic(level(3))
}
