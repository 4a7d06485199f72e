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
	_ = user{Nam: "x", age: 1} // problem: unknown field Nam in struct literal of type user
	_ = user{"a"} // problem: too few values in struct literal of type user
	_ = user{"a", 1, 2} // problem: too many values in struct literal of type user
	_ = user{"a", "b"} // problem: cannot use "b" (untyped string constant) as int value in struct literal
	n := 5
	_ = n
	var e error
	_ = e
}
