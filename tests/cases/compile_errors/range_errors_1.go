// Ranging over what cannot be ranged, with too many or wrong variables.
package main

func main() {
	n := 1.5
	for range n { // problem: cannot range over n (variable of type float64)
	}
	for i := range struct{}{} { // problem: cannot range over struct{}{} (value of type struct{})
		_ = i
	}
	for i, v := range 10 { // problem: range over 10 (untyped int constant) permits only one iteration variable
		_, _ = i, v
	}
	ch := make(chan int)
	for i, v := range ch { // problem: range over ch (variable of type chan int) permits only one iteration variable
		_, _ = i, v
	}
	var s string
	var f func()
	_ = f
	var p *[]int
	_ = p
	for i := range "x" {
		_ = i
	}
	_ = s
}
