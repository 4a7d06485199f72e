// Wrong assignments inside control flow.
package main

func main() {
	var s string
	for s := range []int{1} {
		_ = s
		s = "a" // problem: cannot use "a" (untyped string constant) as int value in assignment
	}
	switch x := s; x {
	case 5: // problem: cannot convert 5 (untyped int constant) to type string
	}
	i := 0
	for i < 10.5 { // problem: 10.5 (untyped float constant) truncated to int
	}
	for i := 0.5; i < 3; i++ {
	}
	var err error
	_ = err
}
