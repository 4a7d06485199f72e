// Case values of the wrong type, misplaced fallthrough, bad type switches.
package main

func main() {
	x := 5
	switch x {
	case "a": // problem: cannot convert "a" (untyped string constant) to type int
	case 1.5: // problem: 1.5 (untyped float constant) truncated to int
	case nil: // problem: cannot convert nil to type int
	case true: // problem: cannot convert true (untyped bool constant) to type int
	}
	switch {
	}
	switch x {
	case 1:
	}
	var v any = 1
	switch t := v.(type) {
	case int:
		_ = t
	}
	switch f := func() {}; f {
	}
	if true {
	}
}
