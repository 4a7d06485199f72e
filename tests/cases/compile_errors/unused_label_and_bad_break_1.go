// break, continue and labels in the wrong place.
package main

func f(n int) {
	if n > 0 {
		break // problem: break is not in a loop, switch, or select
	}
	continue // problem: continue is not in a loop
}

func main() {
outer: // problem: label outer defined and not used
	for i := range 3 {
		func() {
			break outer // problem: break label not defined: outer
		}()
		if i == 1 {
		}
		switch i {
		case 1:
		}
	}
	switch {
	case true:
	}
}
