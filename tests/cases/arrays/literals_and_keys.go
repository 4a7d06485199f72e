// Array literals with sizes, dots, keys; arrays as map keys; comparison.
package main

import "fmt"

func main() {
	a := [5]int{1, 2}
	b := [...]string{2: "c", "d"}
	c := [...]int{}
	d := [3]bool{1: true}
	fmt.Println(a, len(b), b, len(c), d)
	fmt.Printf("%q %v %#v %T\n", b, b, a, d)
	type key [2]string
	m := map[key]int{{"a", "b"}: 1}
	m[key{"a", "b"}]++
	m[key{"b", "a"}] = 5
	fmt.Println(m[key{"a", "b"}], len(m), m)
	seen := map[[2]int]bool{}
	x, y := 0, 0
	for _, mv := range "RRULLDDR" {
		switch mv {
		case 'R':
			x++
		case 'L':
			x--
		case 'U':
			y++
		case 'D':
			y--
		}
		seen[[2]int{x, y}] = true
	}
	fmt.Println(len(seen), seen[[2]int{0, 0}], seen[[2]int{9, 9}])
	fmt.Println([2]string{"a", "b"} == [...]string{"a", "b"}, [2]float64{1, 2} != [2]float64{1, 3})
	var e [2][2]int
	e[1][0] = 4
	f := e
	f[0][1] = 1
	fmt.Println(e, f, e == f, e[1], len(e)*len(e[0]))
	days := [...]string{"Mon", "Tue", "Wed"}
	for i, d := range days {
		fmt.Print(i, d, " ")
	}
	fmt.Println(days[len(days)-1])
	var n [3]any
	n[0], n[2] = 1, "x"
	fmt.Println(n, n == [3]any{1, nil, "x"})
	const size = 2 * 2
	var z [size + 1]byte
	z[size] = 'z'
	fmt.Println(z, string(z[4:]))
	var zero [0]int
	fmt.Println(zero, len(zero), zero == [0]int{})
	counts := [256]int{}
	for _, ch := range []byte("hello") {
		counts[ch]++
	}
	fmt.Println(counts['l'], counts['h'], counts['z'])
	for i, v := range [3]int{5, 6, 7} {
		a[i] += v
	}
	fmt.Println(a)
}
