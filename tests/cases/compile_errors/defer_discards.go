// Built-in functions whose results cannot be thrown away.
package main

func main() {
	defer len("x") // problem: defer discards result of len("x") (constant 1 of type int)
	go append([]int{}, 1) // problem: go discards result of append([]int{}, 1) (value of type []int)
	defer recover()
	defer cap([]int{}) // problem: defer discards result of cap([]int{}) (value of type int)
}
