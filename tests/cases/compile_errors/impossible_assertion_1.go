// Type assertions that can never hold.
package main

type runner interface{ Run() }
type T struct{}
type U struct{}

func (*U) Run() {}

func main() {
	var r runner = &U{}
	_ = r.(T) // problem: impossible type assertion: r.(T) T does not implement runner (missing method Run)
	_ = r.(U) // problem: impossible type assertion: r.(U) U does not implement runner (method Run has pointer receiver)
	_ = r.(*U)
	x := 5
	_ = x.(int) // problem: invalid operation: x (variable of type int) is not an interface
	s := "a"
	_ = s
	switch r.(type) {
	case *U:
	}
}
