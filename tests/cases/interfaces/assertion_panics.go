// Failed assertions panic and name both types and the missing method.
package main

import "fmt"

type stringer interface{ String() string }
type walker interface {
	Walk(n int) error
	Run()
}
type T struct{}

func (T) Run() {}

type P2 struct{}

func (*P2) Walk(n int) error { return nil }
func (*P2) Run()             {}

func try(f func()) {
	defer func() {
		r := recover()
		if e, ok := r.(error); ok {
			fmt.Println(e.Error())
			return
		}
		fmt.Println("none", r)
	}()
	f()
}

func main() {
	var a any = "text"
	var n any
	var s stringer
	try(func() { fmt.Println(a.(string)) })
	try(func() { fmt.Println(a.(int)) })
	try(func() { fmt.Println(n.(int)) })
	try(func() { fmt.Println(a.(stringer)) })
	try(func() { fmt.Println(n.(stringer)) })
	try(func() { fmt.Println(s.(fmt.Stringer)) })
	a = T{}
	try(func() { a.(walker).Run() })
	try(func() { fmt.Println(a.(*T)) })
	a = P2{}
	try(func() { a.(walker).Run() })
	a = &P2{}
	try(func() { a.(walker).Run(); fmt.Println("ran") })
	a = []map[string]*T{}
	try(func() { fmt.Println(a.([]int)) })
	a = func(int) (string, error) { return "", nil }
	try(func() { fmt.Println(a.(func(int) string)) })
	a = struct{ X int }{1}
	try(func() { fmt.Println(a.(T)) })
	var e error = fmt.Errorf("x")
	try(func() { fmt.Println(e.(interface{ Code() int })) })
	v, ok := a.(int)
	fmt.Println(v, ok)
	w, ok := a.(walker)
	fmt.Println(w, ok)
	type T struct{ local bool }
	a = T{}
	try(func() { fmt.Println(a.(stringer)) })
	var m any = map[string]any{"n": 1.5}
	fmt.Println(m.(map[string]any)["n"].(int))
}
