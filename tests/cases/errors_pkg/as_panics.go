// errors.As with a bad target panics.
package main

import (
	"errors"
	"fmt"
)

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	err := errors.New("x")
	try(func() { fmt.Println(errors.As(err, nil)) })
	var target error
	try(func() { fmt.Println(errors.As(err, &target), target == err) })
	try(func() { fmt.Println(errors.As(nil, &target)) })
	var s interface{ Timeout() bool }
	try(func() { fmt.Println(errors.As(err, &s), s) })
}
