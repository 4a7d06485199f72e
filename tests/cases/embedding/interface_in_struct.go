// A struct that embeds an interface has its methods and may override some.
package main

import (
	"fmt"
	"sort"
	"strings"
)

type animal interface {
	Name() string
	Sound() string
}
type dog struct{}

func (dog) Name() string  { return "dog" }
func (dog) Sound() string { return "woof" }

type loud struct{ animal }

func (l loud) Sound() string { return strings.ToUpper(l.animal.Sound()) + "!" }

type counted struct {
	animal
	calls int
}

func (c *counted) Sound() string { c.calls++; return c.animal.Sound() }

type reverse struct{ sort.Interface }

func (r reverse) Less(i, j int) bool { return r.Interface.Less(j, i) }

func say(a animal) string { return a.Name() + " says " + a.Sound() }

func main() {
	fmt.Println(say(dog{}), say(loud{dog{}}), say(loud{loud{dog{}}}))
	c := &counted{animal: dog{}}
	say(c)
	say(c)
	fmt.Println(c.calls, c.Name())
	var a animal = loud{c}
	fmt.Println(say(a), c.calls)
	l, ok := a.(loud)
	fmt.Println(ok, l.animal == animal(c))
	_, ok = l.animal.(dog)
	fmt.Println(ok)
	s := sort.IntSlice{3, 1, 2}
	sort.Sort(reverse{s})
	fmt.Println(s)
	sort.Sort(sort.Reverse(reverse{s}))
	fmt.Println(s)
	defer func() {
		fmt.Println("nil embedded:", recover())
		fmt.Println(loud{dog{}})
	}()
	var broken loud
	fmt.Println(broken.animal == nil)
	fmt.Println(broken.Name())
}
