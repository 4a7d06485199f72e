// Runtime panics are errors of type runtime.Error; custom panics keep their values.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type code int
type problem struct {
	Op string
	N  int
}

func (p problem) Error() string { return p.Op + " failed " + strconv.Itoa(p.N) }

func catch(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = fmt.Errorf("wrapped: %w", r)
		case string:
			err = errors.New(r)
		default:
			err = fmt.Errorf("%T: %v", r, r)
		}
	}()
	f()
	return nil
}

func main() {
	s := []int{1}
	i := 3
	fmt.Println(catch(func() { s[i] = 1 }))
	fmt.Println(catch(func() { panic("text") }))
	fmt.Println(catch(func() { panic(code(4)) }))
	fmt.Println(catch(func() { panic(problem{"read", 2}) }))
	fmt.Println(catch(func() { panic(&problem{"write", 3}) }))
	fmt.Println(catch(func() { panic([]int{1, 2}) }))
	fmt.Println(catch(func() { var p *problem; _ = p.N }))
	fmt.Println(catch(func() { _ = any("x").(int) }))
	fmt.Println(catch(func() { ch := make(chan int); close(ch); close(ch) }))
	fmt.Println(catch(func() { ch := make(chan int); close(ch); ch <- 1 }))
	fmt.Println(catch(func() { var ch chan int; close(ch) }))
	fmt.Println(catch(func() {}))
	err := catch(func() { panic(problem{"op", 9}) })
	var p problem
	fmt.Println(errors.As(err, &p), p.N)
	err = catch(func() { panic(fmt.Errorf("ctx: %w", problem{"deep", 1})) })
	fmt.Println(errors.As(err, &p), p.Op, err)
	var zero int
	err = catch(func() { _ = 1 / zero })
	fmt.Println(err, errors.Unwrap(err))
	must := func(n int, err error) int {
		if err != nil {
			panic(err)
		}
		return n
	}
	fmt.Println(catch(func() { must(strconv.Atoi("zz")) }), must(strconv.Atoi("12")))
	fmt.Println(catch(func() { _ = strings.Repeat("x", -1) }))
}
