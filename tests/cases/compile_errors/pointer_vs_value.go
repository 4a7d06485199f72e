// A pointer where a value is wanted and the other way round.
package main

import "fmt"

type T struct{ n int }

func byValue(t T) int    { return t.n }
func byPointer(t *T) int { return t.n }

func main() {
	t := T{1}
	p := &t
	fmt.Println(byValue(p), byPointer(t), byValue(*p), byPointer(&t)) // problem: cannot use p (variable of type *T) as T value in argument to byValue ;; cannot use t (variable of struct type T) as *T value in argument to byPointer
	var q *T = t // problem: cannot use t (variable of struct type T) as *T value in variable declaration
	var u T = p // problem: cannot use p (variable of type *T) as T value in variable declaration
	fmt.Println(q, u, p == t) // problem: invalid operation: p == t (mismatched types *T and T)
}
