// Calls, builtins, variadics, function values.
package main

import (
	"fmt"
	"strings"
)

type t struct{}

func (t) m(a int, b ...string) (int, error) { return 0, nil }

func f(a int, b string) int       { return a }
func v(a ...int)                  {}
func w(s string, a ...any)        {}
func g() (int, string)            { return 1, "" }
func h(func(int) string) (x bool) { return }

func main() {
	f() // problem: not enough arguments in call to f have () want (int, string)
	f(1) // problem: not enough arguments in call to f have (number) want (int, string)
	f(1, "a", 2) // problem: too many arguments in call to f have (number, string, number) want (int, string)
	f("a", 1) // problem: cannot use "a" (untyped string constant) as int value in argument to f ;; cannot use 1 (untyped int constant) as string value in argument to f
	f(g())
	f(g(), 1) // problem: cannot use 1 (untyped int constant) as string value in argument to f ;; multiple-value g() (value of type (int, string)) in single-value context
	f(nil, nil) // problem: cannot use nil as int value in argument to f ;; cannot use nil as string value in argument to f
	f(1, "a"...) // problem: cannot use ... in call to non-variadic f
	f([]int{1}...) // problem: cannot use ... in call to non-variadic f
	v(1, "a") // problem: cannot use "a" (untyped string constant) as int value in argument to v
	v([]int{1}...)
	v(1, []int{1}...) // problem: too many arguments in call to v have (number, []int...) want (...int)
	v([]string{}...) // problem: cannot use []string{} (value of type []string) as []int value in argument to v
	v(g()) // problem: cannot use g() (value of type string) as int value in argument to v
	w(1) // problem: cannot use 1 (untyped int constant) as string value in argument to w
	w("a", []string{"b"}...) // problem: cannot use []string{…} (value of type []string) as []any value in argument to w
	h(f) // problem: cannot use f (value of type func(a int, b string) int) as func(int) string value in argument to h
	h(func(n int) string { return n }) // problem: cannot use n (variable of type int) as string value in return statement
	h(strings.ToUpper) // problem: cannot use strings.ToUpper (value of type func(s string) string) as func(int) string value in argument to h
	t{}.m("a") // problem: cannot use "a" (untyped string constant) as int value in argument to t{}.m
	t{}.m(1, 2) // problem: cannot use 2 (untyped int constant) as string value in argument to t{}.m
	t.m(1) // problem: not enough arguments in call to t.m have (number) want (t, int, ...string)
	strings.Repeat("a") // problem: not enough arguments in call to strings.Repeat have (string) want (string, int)
	strings.Join("a", "b") // problem: cannot use "a" (untyped string constant) as []string value in argument to strings.Join
	fmt.Println(main()) // problem: main() (no value) used as value
	fmt.Printf(1) // problem: cannot use 1 (untyped int constant) as string value in argument to fmt.Printf
	var x int = fmt.Sprint(1) // problem: cannot use fmt.Sprint(1) (value of type string) as int value in variable declaration
	x = f // problem: cannot use f (value of type func(a int, b string) int) as int value in assignment
	x() // problem: invalid operation: cannot call x (variable of type int): int is not a function
	len() // problem: invalid operation: not enough arguments for len() (expected 1, found 0)
	len(1, 2) // problem: invalid operation: too many arguments for len(1, 2) (expected 1, found 2)
	len(5) // problem: invalid argument: 5 (untyped int constant) for built-in len
	cap(map[int]int{}) // problem: invalid argument: map[int]int{} (value of type map[int]int) for built-in cap
	append() // problem: invalid operation: not enough arguments for append() (expected 1, found 0)
	append([]int{}, "a") // problem: append([]int{}, "a") (value of type []int) is not used ;; cannot use "a" (untyped string constant) as int value in argument to append
	append(1, 2) // problem: invalid append: argument must be a slice; have 1 (untyped int constant)
	_ = append([]byte{}, "abc"...)
	_ = append([]byte{}, "abc") // problem: cannot use "abc" (untyped string constant) as byte value in argument to append
	_ = append([]int{}, []string{}...) // problem: cannot use []string{} (value of type []string) as []int value in argument to append
	_ = append(nil, 1) // problem: invalid append: argument must be a slice; have untyped nil
	copy([]int{}, []string{}) // problem: invalid copy: arguments []int{} (value of type []int) and []string{} (value of type []string) have different element types int and string
	copy([]byte{}, "a")
	copy(1, 2) // problem: invalid copy: argument must be a slice; have 1 (untyped int constant)
	delete(map[string]int{}, 1) // problem: cannot use 1 (untyped int constant) as string value in argument to delete
	delete([]int{}, 1) // problem: invalid argument: []int{} (value of type []int) is not a map
	delete(map[string]int{}) // problem: invalid operation: not enough arguments for delete(map[string]int{}) (expected 2, found 1)
	_ = make(int) // problem: invalid argument: cannot make int: type must be slice, map, or channel
	_ = make([]int) // problem: invalid operation: make([]int) expects 2 or 3 arguments; found 1
	_ = make([]int, -1) // problem: invalid argument: index -1 (constant of type int) must not be negative
	_ = make([]int, 2, 1) // problem: invalid argument: length and capacity swapped
	_ = make([]int, "a") // problem: cannot convert "a" (untyped string constant) to type int
	_ = make(map[string]int, 1, 2) // problem: invalid operation: make(map[string]int, 1, 2) expects 1 or 2 arguments; found 3
	_ = make(5) // problem: 5 is not a type
	_ = new(5, 6) // problem: invalid operation: too many arguments for new(5, 6) (expected 1, found 2)
	_ = new(int)
	_ = new("a")
	_ = new(nil) // problem: use of untyped nil in argument to new
	close(5) // problem: invalid operation: cannot close non-channel 5 (untyped int constant)
	close(make(<-chan int)) // problem: invalid operation: cannot close receive-only channel make(<-chan int) (value of type <-chan int)
	panic() // problem: invalid operation: not enough arguments for panic() (expected 1, found 0)
	panic(1, 2) // problem: invalid operation: too many arguments for panic(1, 2) (expected 1, found 2)
	_ = recover(1) // problem: invalid operation: too many arguments for recover(1) (expected 0, found 1)
	_ = min(1, "a") // problem: invalid argument: mismatched types untyped int (previous argument) and untyped string (type of "a")
	_ = max(1.5, x) // problem: 1.5 (untyped float constant) truncated to int
	_ = min([]int{1}) // problem: invalid argument: []int{…} (value of type []int) cannot be ordered
	_ = max() // problem: invalid operation: not enough arguments for max() (expected 1, found 0)
	_ = complex(1, "a") // problem: invalid operation: complex(1, "a") (mismatched types untyped float and untyped string)
	_ = complex(x, x) // problem: invalid argument: arguments have type int, expected floating-point
	_ = real(x) // problem: invalid argument: argument has type int, expected complex type
	_ = imag("a") // problem: invalid argument: argument has type untyped string, expected complex type
	clear(5) // problem: invalid argument: cannot clear 5 (untyped int constant): argument must be (or constrained by) map or slice
	clear(map[string]int{})
	print(len) // problem: len (built-in) must be called
	print(main)
	_ = v(1) // problem: v(1) (no value) used as value
	_ = len // problem: len (built-in) must be called
	_ = append // problem: append (built-in) must be called
	make([]int, 1) // problem: make([]int, 1) (value of type []int) is not used
	cap([]int{1}) // problem: cap([]int{…}) (value of type int) is not used
	_ = cap("abc") // problem: invalid argument: "abc" (untyped string constant) for built-in cap
	go len("a") // problem: go discards result of len("a") (constant 1 of type int)
	defer append([]int{}, 1) // problem: defer discards result of append([]int{}, 1) (value of type []int)
}
