// Assignments, declarations, control flow.
package main

import (
	"errors"
	"fmt"
)

type t struct{ n int }

func (t) get() int { return 1 }

func pair() (int, string) { return 1, "" }

func assignments() {
	var i, j int
	var s string
	m := map[string]t{}
	a, b := 1 // problem: assignment mismatch: 2 variables but 1 value ;; declared and not used: a ;; declared and not used: b
	a, b = 1, 2, 3
	i, s = pair()
	s, i = pair() // problem: cannot use 1st function result (value of type int) as string value in multiple assignment ;; cannot use 2nd function result (value of type string) as int value in multiple assignment
	i = pair() // problem: assignment mismatch: 1 variable but pair returns 2 values
	i, j, s = pair() // problem: assignment mismatch: 3 variables but pair returns 2 values
	m["a"].n = 1 // problem: cannot assign to struct field m["a"].n in map
	s[0] = 'a' // problem: cannot assign to s[0] (neither addressable nor a map index expression)
	pair() = 1 // problem: multiple-value pair() (value of type (int, string)) in single-value context
	1 = i // problem: cannot assign to 1 (neither addressable nor a map index expression)
	i + j = 2 // problem: cannot assign to i + j (neither addressable nor a map index expression)
	"a" = s // problem: cannot assign to "a" (neither addressable nor a map index expression)
	i := 2 // problem: no new variables on left side of :=
	i, s := 3, "x" // problem: no new variables on left side of :=
	i, new := 3, "x" // problem: declared and not used: new
	i += "a" // problem: invalid operation: i += "a" (mismatched types int and untyped string)
	s += 1 // problem: invalid operation: s += 1 (mismatched types string and untyped int)
	s -= "a" // problem: invalid operation: operator - not defined on s (variable of type string)
	s++ // problem: invalid operation: s++ (non-numeric type string)
	m++ // problem: invalid operation: m++ (non-numeric type map[string]t)
	_ = _ // problem: cannot use _ as value or type
	_ += 1 // problem: cannot use _ as value or type
	x, x := 1, 2 // problem: declared and not used: x ;; x repeated on left side of :=
	var i int // problem: i redeclared in this block
	var u int // problem: declared and not used: u
	var v, w = 1, 2 // problem: declared and not used: v ;; declared and not used: w
	const unused = 1
	i = j
	nil = i // problem: cannot assign to nil (neither addressable nor a map index expression)
	true = false // problem: cannot assign to true (neither addressable nor a map index expression)
	i = "a" // problem: cannot use "a" (untyped string constant) as int value in assignment
	j = nil // problem: cannot use nil as int value in assignment
	fmt = 1 // problem: use of package fmt not in selector
	assignments = nil // problem: cannot assign to assignments (neither addressable nor a map index expression)
	len = 1 // problem: len (built-in) must be called
}

func control(n int, e any, err error) {
	if n { // problem: non-boolean condition in if statement
	}
	if n = 1; n == 1 {
	}
	if err { // problem: non-boolean condition in if statement
	}
	for n { // problem: non-boolean condition in for statement
	}
	for i := 0; i < "a"; i++ { // problem: invalid operation: i < "a" (mismatched types int and untyped string)
	}
	for i := range n {
		_ = i.x // problem: i.x undefined (type int has no field or method x)
	}
	for range 1.5 { // problem: cannot range over 1.5 (untyped float constant)
	}
	for i, j := range n { // problem: declared and not used: i ;; range over n (variable of type int) permits only one iteration variable
	}
	for a, b := range err { // problem: cannot range over err (variable of interface type error)
	}
	for k := range (func(int)) (nil) { // problem: cannot range over (func(int))(nil) (value of type func(int)): func must be func(yield func(...) bool): argument is not func
	}
	for k := range func(yield func(int) bool) {} {
		_ = k
	}
	for k, v := range func(yield func(int) bool) {} { // problem: declared and not used: k ;; range over func(yield func(int) bool) {} (value of type func(yield func(int) bool)) permits only one iteration variable
	}
	switch n {
	case "a": // problem: cannot convert "a" (untyped string constant) to type int
	case 1, 2, 1: // problem: duplicate case 1 (constant of type int) in expression switch
	case nil: // problem: cannot convert nil to type int
	case e:
	default:
	default: // problem: multiple defaults (first at 88:2)
	}
	switch n := n.(type) { // problem: n (variable of type int) is not an interface ;; n declared and not used
	}
	switch e.(type) {
	case int, string, int: // problem: duplicate case int in type switch
	case nil:
	case fmt.Stringer, undefined: // problem: undefined: undefined
	case 5: // problem: 5 is not a type
	}
	switch x := e.(type) { // problem: x declared and not used
	case int:
	}
	switch x := err.(type) {
	case t: // problem: impossible type switch case: t err (variable of interface type error) cannot have dynamic type t (missing method Error)
		_ = x
	case error:
	}
	switch {
	case n: // problem: invalid case n in switch on true (mismatched types int and bool)
	case n == 1:
	}
	switch f := func() {}; f {
	}
	go n // problem: expression in go must be function call
	go control // problem: expression in go must be function call
	defer fmt.Sprint("a")
	defer int(n) // problem: defer requires function call, not conversion int(n) (value of type int)
	go func() {}()
	select {
	case n := <-n: // problem: declared and not used: n ;; invalid operation: cannot receive from non-channel int n (variable of type int)
	case <-e: // problem: invalid operation: cannot receive from non-channel any e (variable of interface type any)
	}
	n == 1 // problem: n == 1 (untyped bool value) is not used
	n // problem: n (variable of type int) is not used
	fmt.Sprint("a")
	len("abc") // problem: len("abc") (constant 3 of type int) is not used
	func() {} // problem: func() {} (value of type func()) is not used
	errors.New // problem: errors.New (value of type func(text string) error) is not used
	"a" // problem: "a" (untyped string constant) is not used
	-n // problem: -n (value of type int) is not used
}

func returns() (int, error) {
	return // problem: not enough return values have () want (int, error)
}

func returns2() (int, error) {
	return 1 // problem: not enough return values have (number) want (int, error)
}

func returns3() (n int, err error) {
	if true {
		err := errors.New("a") // problem: declared and not used: err
		return // problem: result parameter err not in scope at return
	}
	return 1, 2 // problem: cannot use 2 (constant of type int) as error value in return statement: int does not implement error (missing method Error)
}

func returns4() {
	return 1 // problem: too many return values have (number) want ()
}

func returns5() int {
	return pair() // problem: too many return values have (int, string) want (int)
}

func missing() int {
} // problem: missing return

func missing2(n int) int {
	for n > 0 {
		return 1
	}
} // problem: missing return

func missing3(n int) int {
	switch n {
	case 1:
		return 1
	}
} // problem: missing return

func terminating(n int) int {
	for {
	}
}

func terminating2(n int) int {
	if n > 0 {
		return 1
	} else {
		panic("a")
	}
}

func broken(n int) int {
	for {
		if n > 1 {
			break
		}
	}
} // problem: missing return

func main() {}
