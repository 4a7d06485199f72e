// Type assertions that can never hold.
package main

type runner interface{ Run() }
type T struct{}
type U struct{}

func (*U) Run() {}

func main() {
	var r runner = &U{}
	_ = r.(*U)
	x := 5
	s := "a"
	if _, ok := s.(string); ok { // problem: invalid operation: s (variable of type string) is not an interface
	}
	switch r.(type) {
	case T: // problem: impossible type switch case: T r (variable of interface type runner) cannot have dynamic type T (missing method Run)
	case *U:
	}
	switch x.(type) { // problem: x (variable of type int) is not an interface
	}
}
