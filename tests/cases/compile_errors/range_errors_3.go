// Ranging over what cannot be ranged, with too many or wrong variables.
package main

func main() {
	n := 1.5
	_ = n
	ch := make(chan int)
	_ = ch
	var s string
	var f func()
	_ = f
	var p *[]int
	for range p { // problem: cannot range over p (variable of type *[]int)
	}
	for i := range "x" {
		i = "a" // problem: cannot use "a" (untyped string constant) as int value in assignment
		_ = i
	}
	_ = s
}
