// Labels that are unused, unknown, doubled or no loop's; jumps into blocks and over declarations.
package main

func main() {
a:
	for {
	b: // problem: label b defined and not used
		for {
			break a
			continue c // problem: continue label not defined: c
		}
	}
	goto d // problem: goto d jumps over declaration of x at 14:4
	x := 1
d:
	_ = x
	goto e // problem: goto e jumps into block starting at 18:2
	{
	e:
	}
	func() { break }() // problem: break is not in a loop, switch, or select
	continue // problem: continue is not in a loop
	for {
		func() { continue }() // problem: continue is not in a loop
	}
a: // problem: label a already defined at 5:1
	switch {
	case true:
		continue a // problem: invalid continue label a
	}
}
