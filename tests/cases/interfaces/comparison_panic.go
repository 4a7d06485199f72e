// Interface equality compares type and value, and panics on uncomparable types.
package main

import (
	"errors"
	"fmt"
	"math"
)

func eq(a, b any) (res any) {
	defer func() {
		if r := recover(); r != nil {
			res = fmt.Sprint("panic: ", r)
		}
	}()
	return a == b
}

type pt struct{ x, y int }
type holds struct{ v any }
type sl struct{ xs []int }

func main() {
	fmt.Println(eq(1, 1), eq(1, int64(1)), eq(1, 1.0), eq("a", "a"), eq(nil, nil), eq(nil, 0))
	fmt.Println(eq(pt{1, 2}, pt{1, 2}), eq(pt{1, 2}, pt{2, 1}), eq(&pt{}, &pt{}), eq([2]int{1, 2}, [2]int{1, 2}))
	fmt.Println(eq([]int{1}, []int{1}))
	fmt.Println(eq([]int{1}, 1), eq(map[int]int{}, []int{}))
	fmt.Println(eq(map[string]int{}, map[string]int{}))
	fmt.Println(eq(func() {}, func() {}))
	fmt.Println(eq(sl{}, sl{}))
	fmt.Println(eq(holds{1}, holds{1}), eq(holds{1}, holds{"1"}))
	fmt.Println(eq(holds{[]int{}}, holds{[]int{}}))
	fmt.Println(eq([1]any{pt{}}, [1]any{pt{}}), eq([1]any{1}, [1]any{[]int{}}))
	fmt.Println(eq(math.NaN(), math.NaN()), eq(0.0, math.Copysign(0, -1)))
	ch := make(chan int)
	fmt.Println(eq(ch, ch), eq(ch, make(chan int)))
	var e1, e2 error = errors.New("x"), errors.New("x")
	fmt.Println(e1 == e2, e1 == e1, errors.Is(e1, e2))
	var i any = 5
	fmt.Println(i == 5, 5 == i, i != "5", i == any(5.0))
	switch i {
	case "5":
		fmt.Println("string")
	case 5.0:
		fmt.Println("float")
	case 5:
		fmt.Println("int")
	}
	var s fmt.Stringer
	fmt.Println(s == nil, any(s) == nil)
	var x, y any = []int{1}, []int{1}
	fmt.Println(x == y)
}
