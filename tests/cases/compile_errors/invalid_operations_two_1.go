// More operators, pointers, and structs.
package main

import "fmt"

type T struct{ xs []int }
type U struct{ n int }

func main() {
	p := &U{1}
	fmt.Println(*p.n, p+1, p > p) // problem: invalid operation: cannot indirect p.n (variable of type int) ;; invalid operation: p + 1 (mismatched types *U and untyped int) ;; invalid operation: p > p (operator > not defined on pointer)
	x := 5
	fmt.Println(*x, &5, &x.y) // problem: invalid operation: cannot indirect x (variable of type int) ;; invalid operation: cannot take address of 5 (untyped int constant) ;; x.y undefined (type int has no field or method y)
	fmt.Println(T{} == T{}, U{} == U{}, U{1} < U{2}) // problem: invalid operation: T{} == T{} (struct containing []int cannot be compared) ;; invalid operation: U{…} < U{…} (operator < not defined on struct)
	var e error
	fmt.Println(e+e, e < e, len(5), cap(map[int]int{}), len(x)) // problem: invalid argument: 5 (untyped int constant) for built-in len ;; invalid argument: map[int]int{} (value of type map[int]int) for built-in cap ;; invalid argument: x (variable of type int) for built-in len ;; invalid operation: e < e (operator < not defined on interface) ;; invalid operation: operator + not defined on e (variable of interface type error)
	ch := make(chan int)
	var r <-chan int = ch
	_ = r
	var w chan<- int = ch
	_ = w
	x++
	s := "abc"
	_ = s
}
