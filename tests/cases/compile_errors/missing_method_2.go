// Wrong receivers and signatures behind an interface.
package main

import "fmt"

type shape interface {
	Area() float64
	Name() string
}
type ci struct{}

func (*ci) Area() float64 { return 1 }
func (*ci) Name() string  { return "" }

type tri struct{}

func (tri) Area() int    { return 1 }
func (tri) Name() string { return "" }

func use(s shape) {}

func main() {
	var s shape = &ci{}
	s = ci{} // problem: cannot use ci{} (value of struct type ci) as shape value in assignment: ci does not implement shape (method Area has pointer receiver)
	use(tri{}) // problem: cannot use tri{} (value of struct type tri) as shape value in argument to use: tri does not implement shape (wrong type for method Area) have Area() int want Area() float64
	use(5) // problem: cannot use 5 (constant of type int) as shape value in argument to use: int does not implement shape (missing method Area)
	var e error = "text" // problem: cannot use "text" (constant of type string) as error value in variable declaration: string does not implement error (missing method Error)
	fmt.Println(s, e)
}
