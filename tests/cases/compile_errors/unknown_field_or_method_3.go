// Fields and methods that do not exist.
package main

import "fmt"

type user struct {
	Name string
	age  int
}

func (u user) Greet() string { return u.Name }
func (u *user) Grow()        { u.age++ }

func main() {
	u := user{Name: "a"}
	p := &u
	_ = p
	_ = user{Name: "x", 5} // problem: mixture of field:value and value elements in struct literal
	n := 5
	n.foo() // problem: n.foo undefined (type int has no field or method foo)
	fmt.Println(n.bar, "s".len()) // problem: "s".len undefined (type untyped string has no field or method len) ;; n.bar undefined (type int has no field or method bar)
	user.Fly(u) // problem: user.Fly undefined (type user has no field or method Fly)
	var e error
	_ = e
}
