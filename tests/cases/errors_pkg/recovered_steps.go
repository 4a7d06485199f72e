// Run-time panics that become errors.
package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

type op struct {
	Op  string
	Err error
}

func (o *op) Error() string { return o.Op + ": " + o.Err.Error() }
func (o *op) Unwrap() error { return o.Err }

func step(n int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("step %d: recovered: %v", n, r)
		}
	}()
	switch n {
	case 0:
		var m map[string]int
		m["x"]++
	case 1:
		_ = []int{}[n]
	case 2:
		var p *op
		_ = p.Op
	case 3:
		var x any = "s"
		_ = x.(int)
	case 4:
		a, b := 1, 0
		_ = a / b
	case 5:
		panic(&op{"panic", io.EOF})
	case 6:
		panic(fmt.Sprintf("%05.1f", 2.5))
	case 7:
		return &op{"op", &op{"in", strconv.ErrRange}}
	case 8:
		var e error
		_ = e.Error()
	case 9:
		var f func()
		f()
	case 10:
		x := []int{1, 2, 3}
		i := 5
		_ = x[1:i]
	case 11:
		var x any = []int{}
		_ = x == x
	case 12:
		var s fmt.Stringer = time.Second
		_ = s.(error)
	case 13:
		_ = strings.Repeat("x", -1)
	case 14:
		panic(nil)
	}
	return nil
}

func main() {
	for i := range 15 {
		err := step(i)
		var o *op
		fmt.Println(i, err, errors.Is(err, strconv.ErrRange), errors.As(err, &o))
	}
}
