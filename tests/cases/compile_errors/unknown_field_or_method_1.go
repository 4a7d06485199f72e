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
	fmt.Println(u.name, u.Age, u.Email) // problem: u.Age undefined (type user has no field or method Age, but does have field age) ;; u.Email undefined (type user has no field or method Email) ;; u.name undefined (type user has no field or method name, but does have field Name)
	u.greet() // problem: u.greet undefined (type user has no field or method greet, but does have method Greet)
	u.Missing() // problem: u.Missing undefined (type user has no field or method Missing)
	p := &u
	fmt.Println(p.Nope) // problem: p.Nope undefined (type *user has no field or method Nope)
	n := 5
	_ = n
	var e error
	_ = e
}
