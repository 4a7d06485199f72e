// Case values of the wrong type, misplaced fallthrough, bad type switches.
package main

func main() {
	x := 5
	switch x {
	}
	switch {
	case 1: // problem: cannot convert 1 (untyped int constant) to type bool
	case x: // problem: invalid case x in switch on true (mismatched types int and bool)
	}
	switch x {
	case 1:
		fallthrough // problem: cannot fallthrough final case in switch
	}
	var v any = 1
	switch t := v.(type) {
	case int:
		fallthrough // problem: cannot fallthrough in type switch
		_ = t
	}
	switch f := func() {}; f {
	}
	if true {
	}
}
