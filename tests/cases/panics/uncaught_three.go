// Three chained panics.
package main

import (
	"errors"
	"fmt"
)

type e struct{ s string }

func (x e) Error() string { return "E:" + x.s }

func main() {
	defer func() { panic(e{"third"}) }()
	defer func() { panic(fmt.Sprintf("second after %v", recover())) }()
	defer func() { panic(errors.New("unused")) }()
	panic(1)
}
