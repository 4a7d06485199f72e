// Case values of the wrong type, misplaced fallthrough, bad type switches.
package main

func main() {
	x := 5
	switch x {
	}
	switch {
	}
	switch x {
	case 1:
	}
	var v any = 1
	switch t := v.(type) {
	case int:
	case 5: // problem: 5 is not a type
	case undefinedType: // problem: undefined: undefinedType
		_ = t
	}
	switch f := func() {}; f {
	}
	switch x := x.(type) { // problem: x (variable of type int) is not an interface
	case int:
		_ = x
	}
	if true {
		fallthrough // problem: fallthrough statement out of place
	}
}
