// Package variables: order, cycles, redeclaration, init and main.
package main

import (
	"fmt" // problem: "fmt" imported and not used
	"fmt" // problem: "fmt" imported and not used ;; fmt redeclared in this block
	m "math" // problem: "math" imported as m and not used
	_ "os"
	"strings" // problem: "strings" imported and not used
)

var a = b // problem: initialization cycle for a
var b = c
var c = a

var d = f() // problem: initialization cycle for d

func f() int { return d + g() }
func g() int { return 1 }

var x, y = pair() // problem: initialization cycle for y
var z, w int = 1, "a" // problem: cannot use "a" (untyped string constant) as int value in variable declaration
var p, q = 1 // problem: assignment mismatch: 2 variables but 1 value

func pair() (int, int) { return y, 1 }

const k = l // problem: initialization cycle for k
const l = k

var f = 1 // problem: f redeclared in this block
var main = 2 // problem: cannot declare main - must be func
var init = 3 // problem: cannot declare init - must be func

func init(n int) {} // problem: func init must have no arguments and no return values
func init() {}
func init() { init() } // problem: undefined: init

type t int
type t string // problem: t redeclared in this block

var u = undefined1 + undefined2 // problem: undefined: undefined1 ;; undefined: undefined2
var v int = "a" // problem: cannot use "a" (untyped string constant) as int value in variable declaration
var self = self // problem: initialization cycle: self refers to itself
var fn = func() int { return fn() } // problem: initialization cycle: fn refers to itself
var len = 3
var _ = len("abc") // problem: invalid operation: cannot call len (variable of type int): int is not a function
var i interface{ m() } = 5 // problem: cannot use 5 (constant of type int) as interface{m()} value in variable declaration: int does not implement interface{m()} (missing method m)

func main() int { return 1 } // problem: func main must have no arguments and no return values
