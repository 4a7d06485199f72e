// Typed constants, groups that repeat the last expression, shadowed names.
package main

import "fmt"

type Weekday int

const (
	Sunday Weekday = iota
	Monday
	Tuesday
)

const (
	A, B = iota, iota * 10
	C, D
	_, _
	E, F2
)

const (
	KB = 1 << (10 * (iota + 1))
	MB
	GB
)

const (
	x = "same"
	y
	z = len(x)
	w
)

const Max uint8 = 255
const Eps float32 = 1e-3
const Greeting = "hi" + ", " + "there"

func (d Weekday) String() string { return [...]string{"Sun", "Mon", "Tue"}[d] }

func main() {
	fmt.Println(Sunday, Monday, Tuesday, Tuesday+0, int(Tuesday))
	fmt.Println(A, B, C, D, E, F2)
	fmt.Println(KB, MB, GB)
	fmt.Println(x, y, z, w)
	fmt.Printf("%T %T %T %T\n", Max, Eps, Greeting, Monday)
	fmt.Println(Max, Eps*2, Greeting, len(Greeting))
	const Max = "shadow"
	fmt.Println(Max)
	{
		const Greeting = 3
		fmt.Println(Greeting + 1)
	}
	var m Weekday = 1
	fmt.Println(m == Monday, m+1, Weekday(0))
	fmt.Printf("%d %v %s %q\n", m, m, m, m)
	const sized = len("x") == 1
	const n = len([5]int{})
	fmt.Println(sized, n)
	const t, u = true && !false, "a" < "b"
	fmt.Println(t, u, t == u)
	var arr [KB / 256]int
	fmt.Println(len(arr))
}
