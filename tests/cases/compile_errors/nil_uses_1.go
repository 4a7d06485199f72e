// nil where it has no type or does not fit.
package main

func main() {
	x := nil // problem: use of untyped nil in assignment
	_ = x
	var y = nil // problem: use of untyped nil in variable declaration
	_ = y
	var i int = nil // problem: cannot use nil as int value in variable declaration
	_ = i
	var s string = nil // problem: cannot use nil as string value in variable declaration
	_ = s
	_ = b // problem: undefined: b
	_ = st // problem: undefined: st
	_ = p // problem: undefined: p
}
