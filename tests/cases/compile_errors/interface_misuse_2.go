// Methods called on any, interface values compared and instantiated wrongly.
package main

type I interface{ M() int }

func main() {
	var a any = 5
	a() // problem: invalid operation: cannot call a (variable of interface type any): any is not a function
	if a { // problem: non-boolean condition in if statement
	}
	_ = I{} // problem: invalid composite literal type I
	_ = new(I).M() // problem: new(I).M undefined (type *I is pointer to interface, not interface)
	var i I
	_ = i
	m := map[string]any{"k": 1}
	_ = m
	_, _ = list, e // problem: undefined: e ;; undefined: list
}
