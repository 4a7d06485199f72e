// Names that hide types, packages and builtins.
package main

func main() {
	len := 3
	fmt.Println(len("abc")) // problem: invalid operation: cannot call len (variable of type int): int is not a function | undefined: fmt
	string := "x"
	var s string = "y" // problem: string (local variable) is not a type
	_ = s
	fmt := 5
	fmt.Println("z") // problem: fmt.Println undefined (type int has no field or method Println)
	int := 2
	x := int(3.0) // problem: invalid operation: cannot call int (variable of type int): int is not a function
	_ = x
	true := 0
	_ = true
	error := "e"
	_ = error
	make := 1
	_ = make
}
