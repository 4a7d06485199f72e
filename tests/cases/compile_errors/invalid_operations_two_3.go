// More operators, pointers, and structs.
package main

type T struct{ xs []int }
type U struct{ n int }

func main() {
	p := &U{1}
	_ = p
	x := 5
	var e error
	ch := make(chan int)
	var r <-chan int = ch
	var w chan<- int = ch
	close(r) // problem: invalid operation: cannot close receive-only channel r (variable of type <-chan int)
	for range w { // problem: cannot range over w (variable of type chan<- int): receive from send-only channel chan<- int
	}
	x++
	"a"++ // problem: invalid operation: "a"++ (non-numeric type untyped string)
	e-- // problem: invalid operation: e-- (non-numeric type error)
	s := "abc"
	_ = s
}
