// Local types show a number where they are type arguments, as Go tells them apart.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
)

type Box[T any] struct{ v T }

type Pair[A, B any] struct {
	A A
	B B
}

var atStart = func() any {
	type early struct{}
	return Box[early]{}
}()

func (b Box[T]) local() any {
	type in struct{ v T }
	return in{b.v}
}

func mk[T any](v T) any {
	type inner struct{ v T }
	return inner{v}
}

func nest[T any](v T) any {
	type in struct{ v T }
	return mk(in{v})
}

type alias = Box[int]

func plain() any {
	type other = int
	type loc struct{ a other }
	return Box[loc]{}
}

type failed[T any] struct{ v T }

func (f failed[T]) Error() string { return fmt.Sprintf("%T", f.v) }

func main() {
	fmt.Printf("%T\n%T\n%T\n%T\n%T\n", atStart, mk(1), mk(Box[int]{}), mk(Box[Box[string]]{}), plain())
	fmt.Printf("%T\n%T\n", Box[int]{}.local(), nest(1))
	type a struct{}
	fmt.Printf("%T %T %T %T\n", Box[a]{}, Box[[]a]{}, Box[map[a]*a]{}, map[a][]a{})
	fmt.Printf("%T %T\n", mk(a{}), Pair[a, Pair[*a, string]]{})
	{
		type a struct{ x int }
		fmt.Printf("%T %T %v\n", a{}, Box[a]{}, any(Box[a]{}) == any(Box[a]{}))
		func() {
			type a []int
			fmt.Printf("%T %#v\n", Box[a]{}, Box[a]{a{1}})
		}()
	}
	fmt.Printf("%T %T\n", func(Box[a], ...string) (error, []Box[any]) { return nil, nil }, struct {
		Box[a]
		X Box[error]
	}{})
	var e error = failed[a]{}
	var target failed[int]
	fmt.Printf("%T %v %v\n", e, e, errors.As(e, &target))
	_, err := json.Marshal(Pair[a, func()]{})
	fmt.Println(err)
	defer func() {
		fmt.Println(recover())
		var x any = Box[alias]{}
		_ = x.(Box[a])
	}()
	var x any = Box[a]{}
	_ = x.(Box[int])
}
