// An interface that holds a nil pointer is not nil.
package main

import (
	"errors"
	"fmt"
)

type myErr struct{ msg string }

func (e *myErr) Error() string {
	if e == nil {
		return "nil myErr"
	}
	return e.msg
}

func find(bad bool) *myErr {
	if bad {
		return &myErr{"bad"}
	}
	return nil
}

func wrong(bad bool) error {
	var e *myErr
	if bad {
		e = &myErr{"wrong"}
	}
	return e
}

func right(bad bool) error {
	if e := find(bad); e != nil {
		return e
	}
	return nil
}

func main() {
	fmt.Println(wrong(false) == nil, wrong(true) == nil, right(false) == nil, right(true))
	err := wrong(false)
	fmt.Println(err != nil, err)
	fmt.Printf("%T %v\n", err, err == (*myErr)(nil))
	e, ok := err.(*myErr)
	fmt.Println(e == nil, ok)
	var a any
	fmt.Println(a == nil)
	a = (*int)(nil)
	fmt.Println(a == nil, a == (*int)(nil), a == (*string)(nil))
	a = []int(nil)
	fmt.Println(a == nil, len(a.([]int)))
	a = map[string]int(nil)
	fmt.Println(a == nil, a)
	var f func()
	a = f
	fmt.Println(a == nil)
	var inner error
	a = inner
	fmt.Println(a == nil)
	var p *myErr
	inner = p
	fmt.Println(inner == nil, p == nil)
	var target *myErr
	fmt.Println(errors.As(wrong(false), &target), target == nil)
	list := []error{nil, wrong(false), right(false)}
	for i, e := range list {
		fmt.Println(i, e == nil)
	}
	fmt.Printf("%v %v\n", list[0], any(nil))
}
