// Package variables that depend on each other.
package main

import "fmt"

var a = b + 1 // problem: initialization cycle for a
var b = f()

func f() int { return c }

var c = a

type T struct{ next *T }

var ok = T{}

func main() { fmt.Println(a, b, c, ok) }
