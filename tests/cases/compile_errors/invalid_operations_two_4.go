// More operators, pointers, and structs.
package main

type T struct{ xs []int }
type U struct{ n int }

func main() {
	p := &U{1}
	_ = p
	x := 5
	var e error
	_ = e
	ch := make(chan int)
	var r <-chan int = ch
	_ = r
	var w chan<- int = ch
	_ = w
	x++
	s := "abc"
	s[0] = 'x' // problem: cannot assign to s[0] (neither addressable nor a map index expression)
	s[1]++ // problem: cannot assign to s[1] (neither addressable nor a map index expression)
}
