// One undefined type used in many places is reported each time.
package main

type A struct{ b Missing } // problem: undefined: Missing

func f(m Missing) Missing { return m } // problem: undefined: Missing

var g []Missing // problem: undefined: Missing

func main() {
	var m map[string]Missing // problem: undefined: Missing
	_ = A{}
	_, _ = m, g
	f(nil)
}
