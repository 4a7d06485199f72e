// nil where it has no type or does not fit.
package main

import "fmt"

func main() {
	fmt.Println(x, y, i, s, nil == nil) // problem: invalid operation: nil == nil (operator == not defined on untyped nil) ;; undefined: i ;; undefined: s ;; undefined: x ;; undefined: y
	if i == nil || s != nil { // problem: undefined: i ;; undefined: s
	}
	var b bool = nil // problem: cannot use nil as bool value in variable declaration
	_ = b
	var st struct{} = nil // problem: cannot use nil as struct{} value in variable declaration
	_ = st
	_ = p // problem: undefined: p
}
