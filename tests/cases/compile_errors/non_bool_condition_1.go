// Conditions that are no bools.
package main

func main() {
	n := 1
	s := "x"
	var e error
	if n { // problem: non-boolean condition in if statement
	}
	if s { // problem: non-boolean condition in if statement
	}
	for n { // problem: non-boolean condition in for statement
	}
	if e { // problem: non-boolean condition in if statement
	}
}
