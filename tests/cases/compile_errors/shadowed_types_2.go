// Names that hide types, packages and builtins.
package main

func main() {
	len := 3
	_ = len
	string := "x"
	_ = string
	_ = s // problem: undefined: s
	fmt := 5
	_ = fmt
	int := 2
	_ = int
	_ = x // problem: undefined: x
	true := 0
	if true { // problem: non-boolean condition in if statement
	}
	error := "e"
	func() error { return nil }() // problem: error (local variable) is not a type
	make := 1
	_ = make([]byte, 1) // problem: invalid operation: cannot call make (variable of type int): int is not a function
}
