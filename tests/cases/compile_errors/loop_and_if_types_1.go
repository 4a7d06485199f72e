// Wrong assignments inside control flow.
package main

func main() {
	var s string
	for i := 0; i < "10"; i++ { // problem: invalid operation: i < "10" (mismatched types int and untyped string)
		s = i // problem: cannot use i (variable of type int) as string value in assignment
	}
	if x := 5; x == "5" { // problem: invalid operation: x == "5" (mismatched types int and untyped string)
		s += x // problem: invalid operation: s += x (mismatched types string and int)
	}
	switch x := s; x {
	}
	i := 0
	_ = i
	for i := 0.5; i < 3; i++ {
	}
	var err error
	_ = err
}
