// Maps compare only with nil; reflect.DeepEqual and maps.Equal compare contents.
package main

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
)

func main() {
	a := map[string]int{"x": 1, "y": 2}
	b := map[string]int{"y": 2, "x": 1}
	fmt.Println(maps.Equal(a, b), reflect.DeepEqual(a, b), a == nil)
	b["z"] = 3
	fmt.Println(maps.Equal(a, b), reflect.DeepEqual(a, b))
	c := maps.Clone(a)
	c["x"] = 100
	fmt.Println(a["x"], c["x"], len(c))
	maps.Copy(a, b)
	fmt.Println(a)
	maps.DeleteFunc(a, func(k string, v int) bool { return v%2 == 0 })
	fmt.Println(a)
	fmt.Println(slices.Sorted(maps.Keys(b)), slices.Sorted(maps.Values(b)))
	d := map[string][]int{"k": {1, 2}}
	e := map[string][]int{"k": {1, 2}}
	fmt.Println(reflect.DeepEqual(d, e), maps.EqualFunc(d, e, slices.Equal[[]int]))
	var n map[string]int
	fmt.Println(reflect.DeepEqual(n, map[string]int{}), maps.Equal(n, map[string]int{}), maps.Clone(n) == nil)
	f := maps.Collect(slices.All([]string{"p", "q"}))
	fmt.Println(f)
	var x, y any = a, 5
	fmt.Println(x == y, x != nil)
	func() {
		defer func() { fmt.Println(recover()) }()
		y = b
		fmt.Println(x == y)
	}()
}
