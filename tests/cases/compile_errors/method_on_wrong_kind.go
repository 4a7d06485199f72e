// Methods called with wrong arguments and results used wrongly.
package main

import "fmt"

type acct struct{ bal int }

func (a *acct) Add(n int) (int, bool) { a.bal += n; return a.bal, true }
func (a acct) Get() int               { return a.bal }

func main() {
	a := &acct{}
	a.Add("5") // problem: cannot use "5" (untyped string constant) as int value in argument to a.Add
	n := a.Add(1) // problem: assignment mismatch: 1 variable but a.Add returns 2 values
	m, err := a.Get() // problem: assignment mismatch: 2 variables but a.Get returns 1 value
	fmt.Println(n, m, err, a.Get(1), a.Get+1, a.bal()) // problem: invalid operation: a.Get + 1 (mismatched types func() int and untyped int) ;; invalid operation: cannot call a.bal (variable of type int): int is not a function ;; too many arguments in call to a.Get have (number) want ()
}
