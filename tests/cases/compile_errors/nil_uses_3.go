// nil where it has no type or does not fit.
package main

func main() {
	_ = b // problem: undefined: b
	_ = st // problem: undefined: st
	var p *int = 0 // problem: cannot use 0 (untyped int constant) as *int value in variable declaration
	_ = p
	_ = nil + 1 // problem: invalid operation: nil + 1 (mismatched types untyped nil and untyped int)
	nil = 5 // problem: cannot assign to nil (neither addressable nor a map index expression)
	for range nil { // problem: cannot range over nil
	}
}
