// reflect.TypeOf and DeepEqual, the two parts of reflect in the subset.
package main

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"
)

type T struct {
	A int
	B []string
	c map[string]*T
}
type E int

func main() {
	for _, v := range []any{1, "s", 2.5, nil, []int{}, map[string]any{}, T{}, &T{}, E(1), func(int) string { return "" }, make(chan bool), [2]int{}, errors.New("x"), struct{ X int }{}, time.Second} {
		fmt.Println(reflect.TypeOf(v))
	}
	fmt.Println(reflect.TypeOf(1) == reflect.TypeOf(2), reflect.TypeOf(1) == reflect.TypeOf(int64(1)), reflect.TypeOf(T{}).Name(), reflect.TypeOf(E(1)).Kind(), reflect.TypeOf([]int{}).Kind(), reflect.TypeOf(T{}).String())
	fmt.Println(reflect.DeepEqual([]int{1, 2}, []int{1, 2}), reflect.DeepEqual([]int{}, []int(nil)), reflect.DeepEqual(map[string]int{"a": 1}, map[string]int{"a": 1}))
	a := T{1, []string{"x"}, map[string]*T{"k": {A: 2}}}
	b := T{1, []string{"x"}, map[string]*T{"k": {A: 2}}}
	fmt.Println(reflect.DeepEqual(a, b), reflect.DeepEqual(&a, &b))
	b.c["k"].A = 3
	fmt.Println(reflect.DeepEqual(a, b))
	fmt.Println(reflect.DeepEqual(1, int64(1)), reflect.DeepEqual(nil, nil), reflect.DeepEqual(math.NaN(), math.NaN()), reflect.DeepEqual([]any{1, "a", nil}, []any{1, "a", nil}))
	f := func() {}
	fmt.Println(reflect.DeepEqual(f, f), reflect.DeepEqual((func())(nil), (func())(nil)))
	fmt.Println(reflect.DeepEqual(errors.New("x"), errors.New("x")), reflect.DeepEqual([2]int{1, 2}, [2]int{1, 2}), reflect.DeepEqual(E(1), 1))
	var x, y any = map[string]any{"a": []any{1.0}}, map[string]any{"a": []any{1.0}}
	fmt.Println(reflect.DeepEqual(x, y))
}
