// The variables of range have the types of what is ranged over.
package main

import "fmt"

func main() {
	for i, r := range "abc" {
		var s string = r // problem: cannot use r (variable of type rune) as string value in variable declaration
		var c byte = r // problem: cannot use r (variable of type rune) as byte value in variable declaration
		fmt.Println(s, c, i+r) // problem: invalid operation: i + r (mismatched types int and rune)
	}
	for k, v := range map[string]int{} {
		var n int = k // problem: cannot use k (variable of type string) as int value in variable declaration
		fmt.Println(n, v+"x") // problem: invalid operation: v + "x" (mismatched types int and untyped string)
	}
	for i := range []string{"a"} {
		fmt.Println("x" + i) // problem: invalid operation: "x" + i (mismatched types untyped string and int)
	}
	for i := range 3 {
		fmt.Println(i.foo) // problem: i.foo undefined (type int has no field or method foo)
	}
}
