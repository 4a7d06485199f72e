// Conversions between structs, slices, arrays, channels, functions and constants.
package main

type T struct{ a int }
type U struct {
	a int `json:"x"`
}
type V struct{ b int }
type I interface{ M() }
type F func(int) int
type S []int
type P *T

var t T
var _ = U(t)
var _ = V(t) // problem: cannot convert t (variable of struct type T) to type V
var _ = I(t) // problem: cannot convert t (variable of struct type T) to type I: T does not implement I (missing method M)
var _ = (*U)(&t)
var _ = (*V)(&t) // problem: cannot convert &t (value of type *T) to type *V
var _ = []byte(5) // problem: cannot convert 5 (untyped int constant) to type []byte
var _ = []byte("x")
var _ = []rune(S{}) // problem: cannot convert S{} (value of slice type S) to type []rune
var _ = string(S{}) // problem: cannot convert S{} (value of slice type S) to type string
var _ = string(1.5) // problem: cannot convert 1.5 (untyped float constant) to type string
var _ = string(65)
var _ = int("5") // problem: cannot convert "5" (untyped string constant) to type int
var _ = int(true) // problem: cannot convert true (untyped bool constant) to type int
var _ = bool(1) // problem: cannot convert 1 (untyped int constant) to type bool
var _ = F(func(x int) {}) // problem: cannot convert func(x int) {} (value of type func(x int)) to type F
var _ = [3]int(S{})
var _ = [3]string(S{}) // problem: cannot convert S{} (value of slice type S) to type [3]string
var _ = (*[3]int)(S{})
var _ = *[3]int(S{}) // problem: invalid operation: cannot indirect [3]int(S{}) (value of type [3]int)
var _ = map[string]any(map[string]int{}) // problem: cannot convert map[string]int{} (value of type map[string]int) to type map[string]any
var _ = []any([]int{}) // problem: cannot convert []int{} (value of type []int) to type []any
var _ = chan<- int(make(<-chan int)) // problem: cannot convert make(<-chan int) (value of type <-chan int) to type chan<- int
var _ = (<-chan int)(make(chan int))
var _ = float64("1") // problem: cannot convert "1" (untyped string constant) to type float64
var _ = T(nil) // problem: cannot convert nil to type T
var _ = P(nil)
var _ = error(nil)
var _ = error("x") // problem: cannot convert "x" (untyped string constant) to type error
var _ = I(nil).(T) // problem: impossible type assertion: I(nil).(T) T does not implement I (missing method M)
var _ = any(1).(int).(int) // problem: invalid operation: any(1).(int) (comma, ok expression of type int) is not an interface
var _ = nil.(int) // problem: invalid operation: nil is not an interface
var _ = struct{ a int }(t)
var _ = int8(1000) // problem: constant 1000 overflows int8
var _ = uint(-5) // problem: constant -5 overflows uint

func main() {}
