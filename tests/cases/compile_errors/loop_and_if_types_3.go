// Wrong assignments inside control flow.
package main

import "fmt"

func main() {
	var s string
	switch x := s; x {
	}
	i := 0
	for i < 10.5 { // problem: 10.5 (untyped float constant) truncated to int
		i += 0.5 // problem: 0.5 (untyped float constant) truncated to int
	}
	for i := 0.5; i < 3; i++ {
		fmt.Println([]int{1}[i]) // problem: invalid argument: index i (variable of type float64) must be integer
	}
	var err error
	if err == "x" || err.Error == "y" { // problem: cannot convert "x" (untyped string constant) to type interface{Error() string} ;; invalid operation: err.Error == "y" (mismatched types func() string and untyped string)
	}
	if s == nil { // problem: invalid operation: s == nil (mismatched types string and untyped nil)
	}
}
