// Types that do not implement an interface.
package main

type shape interface {
	Area() float64
	Name() string
}
type sq struct{}

func (sq) Area() float64 { return 1 }

type ci struct{}

func (*ci) Area() float64 { return 1 }
func (*ci) Name() string  { return "" }

type tri struct{}

func (tri) Area() int    { return 1 }
func (tri) Name() string { return "" }

type low struct{}

func (low) Area() float64 { return 1 }
func (low) name() string  { return "" }

func use(s shape) {}

func main() {
	var s shape = sq{} // problem: cannot use sq{} (value of struct type sq) as shape value in variable declaration: sq does not implement shape (missing method Name)
	_ = s
	s = ci{} // problem: cannot use ci{} (value of struct type ci) as shape value in assignment: ci does not implement shape (method Area has pointer receiver)
	s = &ci{}
	use(tri{}) // problem: cannot use tri{} (value of struct type tri) as shape value in argument to use: tri does not implement shape (wrong type for method Area) have Area() int want Area() float64
	use(low{}) // problem: cannot use low{} (value of struct type low) as shape value in argument to use: low does not implement shape (missing method Name) have name() string want Name() string
}
