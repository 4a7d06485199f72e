// Ranging over what cannot be ranged, with too many or wrong variables.
package main

func main() {
	n := 1.5
	_ = n
	ch := make(chan int)
	_ = ch
	var s string
	for _, s = range "abc" { // problem: cannot use s (value of type rune) as string value in assignment
	}
	var f func()
	for range f { // problem: cannot range over f (variable of type func()): func must be func(yield func(...) bool): wrong argument count
	}
	for k := range func(yield func(int)) {} { // problem: cannot range over func(yield func(int)) {} (value of type func(yield func(int))): func must be func(yield func(...) bool): yield func does not return bool
		_ = k
	}
	for i, v := range func(yield func(int) bool) {} { // problem: range over func(yield func(int) bool) {} (value of type func(yield func(int) bool)) permits only one iteration variable
		_, _ = i, v
	}
	var p *[]int
	_ = p
	for i := range "x" {
		_ = i
	}
	_ = s
}
