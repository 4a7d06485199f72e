// Operators, comparisons, conversions, indices, slices, assertions.
package main

import "fmt"

type point struct{ x, y int }
type stringer interface{ String() string }
type myInt int
type fn func(int) int

func (p point) String() string { return "" }
func (p *point) move()         {}

func two() (int, error) { return 1, nil }
func none()             {}

func main() {
	var (
		i   int
		f   float64
		s   string
		b   bool
		e   any
		err error
		p   point
		pp  *point
		xs  []int
		m   map[string]int
		ch  chan int
		ro  <-chan int
		so  chan<- int
		arr [3]int
		fu  func()
		mi  myInt
		c64 complex64
		st  stringer
	)
	_ = i + f // problem: invalid operation: i + f (mismatched types int and float64)
	_ = s + i // problem: invalid operation: s + i (mismatched types string and int)
	_ = b + b // problem: invalid operation: operator + not defined on b (variable of type bool)
	_ = s - s // problem: invalid operation: operator - not defined on s (variable of type string)
	_ = p + p // problem: invalid operation: operator + not defined on p (variable of struct type point)
	_ = i && b // problem: invalid operation: i && b (mismatched types int and bool)
	_ = !i // problem: invalid operation: operator ! not defined on i (variable of type int)
	_ = -s // problem: invalid operation: operator - not defined on s (variable of type string)
	_ = ^f // problem: invalid operation: operator ^ not defined on f (variable of type float64)
	_ = +b // problem: invalid operation: operator + not defined on b (variable of type bool)
	_ = i == s // problem: invalid operation: i == s (mismatched types int and string)
	_ = xs == xs // problem: invalid operation: xs == xs (slice can only be compared to nil)
	_ = m == nil
	_ = fu == fu // problem: invalid operation: fu == fu (func can only be compared to nil)
	_ = p == pp // problem: invalid operation: p == pp (mismatched types point and *point)
	_ = p < p // problem: invalid operation: p < p (operator < not defined on struct)
	_ = e < e // problem: invalid operation: e < e (operator < not defined on interface)
	_ = c64 < c64 // problem: invalid operation: c64 < c64 (operator < not defined on complex64)
	_ = i == nil // problem: invalid operation: i == nil (mismatched types int and untyped nil)
	_ = nil == nil // problem: invalid operation: nil == nil (operator == not defined on untyped nil)
	_ = err == p // problem: invalid operation: err == p (mismatched types error and point)
	_ = st == p
	_ = st == pp
	_ = i == mi // problem: invalid operation: i == mi (mismatched types int and myInt)
	_ = f % f // problem: invalid operation: operator % not defined on f (variable of type float64)
	_ = i &^ f // problem: invalid operation: i &^ f (mismatched types int and float64)
	_ = two() + 1 // problem: multiple-value two() (value of type (int, error)) in single-value context
	_ = none() // problem: none() (no value) used as value
	_ = fmt.Println
	_ = point // problem: point (type) is not an expression
	_ = len // problem: len (built-in) must be called
	_ = xs["a"] // problem: cannot convert "a" (untyped string constant) to type int
	_ = xs[1.5] // problem: 1.5 (untyped float constant) truncated to int
	_ = xs[-1] // problem: invalid argument: index -1 (constant of type int) must not be negative
	_ = arr[3] // problem: invalid argument: index 3 out of bounds [0:3]
	_ = s[0:"a"] // problem: cannot convert "a" (untyped string constant) to type int
	_ = "abc"[5] // problem: invalid argument: index 5 out of bounds [0:3]
	_ = m[1] // problem: cannot use 1 (untyped int constant) as string value in map index
	_ = i[0] // problem: cannot index i (variable of type int)
	_ = p[0] // problem: cannot index p (variable of struct type point)
	_ = arr[2:1] // problem: invalid slice indices: 1 < 2
	_ = s[1:2:3] // problem: invalid operation: 3-index slice of string
	_ = [3]int{}[:] // problem: cannot slice unaddressable value [3]int{} (value of type [3]int)
	_ = m[:] // problem: cannot slice m (variable of type map[string]int)
	_ = e.(int)
	_ = i.(int) // problem: invalid operation: i (variable of type int) is not an interface
	_ = st.(point)
	_ = st.(myInt) // problem: impossible type assertion: st.(myInt) myInt does not implement stringer (missing method String)
	_ = err.(stringer)
	_ = *i // problem: invalid operation: cannot indirect i (variable of type int)
	_ = *pp
	_ = &1 // problem: invalid operation: cannot take address of 1 (untyped int constant)
	_ = &two // problem: invalid operation: cannot take address of two (value of type func() (int, error))
	_ = &m["a"] // problem: invalid operation: cannot take address of m["a"] (map index expression of type int)
	_ = <-i // problem: invalid operation: cannot receive from non-channel int i (variable of type int)
	_ = <-so // problem: invalid operation: cannot receive from send-only channel chan<- int so (variable of type chan<- int)
	_ = pp.z // problem: pp.z undefined (type *point has no field or method z)
	_ = p.X // problem: p.X undefined (type point has no field or method X, but does have field x)
	_ = p.move
	_ = point.move // problem: invalid method expression point.move (needs pointer receiver (*point).move)
	_ = (*point).move
	_ = i.x // problem: i.x undefined (type int has no field or method x)
	_ = fmt.println // problem: undefined: fmt.println (but have Println)
	_ = fmt.Foo // problem: undefined: fmt.Foo
	_ = int("a") // problem: cannot convert "a" (untyped string constant) to type int
	_ = int(s) // problem: cannot convert s (variable of type string) to type int
	_ = string(f) // problem: cannot convert f (variable of type float64) to type string
	_ = string(p) // problem: cannot convert p (variable of struct type point) to type string
	_ = []byte(i) // problem: cannot convert i (variable of type int) to type []byte
	_ = float64(b) // problem: cannot convert b (variable of type bool) to type float64
	_ = point(1) // problem: cannot convert 1 (untyped int constant) to type point
	_ = fn(two) // problem: cannot convert two (value of type func() (int, error)) to type fn
	_ = (*int)(pp) // problem: cannot convert pp (variable of type *point) to type *int
	_ = [3]int(xs)
	_ = chan int(ro) // problem: cannot convert ro (variable of type <-chan int) to type chan int
	_ = error(p) // problem: cannot convert p (variable of struct type point) to type error: point does not implement error (missing method Error)
	_ = any(nil)
	_ = int() // problem: missing argument in conversion to int
	_ = int(1, 2) // problem: too many arguments in conversion to int
	_ = func() {}
	_ = func(a int) { return 1 } // problem: too many return values have (number) want ()
	ch <- s // problem: cannot use s (variable of type string) as int value in send
	ro <- 1 // problem: invalid operation: cannot send to receive-only channel <-chan int ro (variable of type <-chan int)
	xs <- 1 // problem: invalid operation: cannot send to non-channel []int xs (variable of type []int)
	i() // problem: invalid operation: cannot call i (variable of type int): int is not a function
	p.x() // problem: invalid operation: cannot call p.x (variable of type int): int is not a function
	nil.foo() // problem: nil.foo undefined (type untyped nil has no field or method foo)
	_ = nil // problem: use of untyped nil in assignment to _ identifier
	undefined() // problem: undefined: undefined
	_ = undefined.x // problem: undefined: undefined
	x := nil // problem: declared and not used: x ;; use of untyped nil in assignment
	var y = nil // problem: declared and not used: y ;; use of untyped nil in variable declaration
	main.foo() // problem: main.foo undefined (type func() has no field or method foo)
}
