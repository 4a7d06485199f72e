// Fields and methods that do not exist.
package main

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
	n := 5
	_ = n
	var e error
	e.Message() // problem: e.Message undefined (type error has no field or method Message)
	user{}.Grow() // problem: cannot call pointer method Grow on user
}
