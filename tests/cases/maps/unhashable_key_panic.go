// An interface key that holds a slice, map or func panics with its type.
package main

import "fmt"

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

type inner struct{ xs []int }

func main() {
	m := map[any]int{}
	try(func() { m[[]int{1}] = 1 })
	try(func() { fmt.Println(m[map[string]int{}]) })
	try(func() { m[func() {}]++ })
	try(func() { m[inner{}] = 2 })
	try(func() { m[[1]any{[]string{}}] = 3 })
	try(func() { delete(m, []byte("x")) })
	try(func() { _, ok := m[struct{ a any }{5}]; fmt.Println(ok) })
	fmt.Println(len(m))
	_ = m[[]int{}]
}
