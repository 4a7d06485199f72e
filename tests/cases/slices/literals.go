// Slice literals with keys, nested elision, and of structs, maps and pointers.
package main

import "fmt"

func main() {
	a := []int{5: 1, 2, 1: 7}
	fmt.Println(a, len(a))
	b := []string{2: "c", 0: "a"}
	fmt.Printf("%q %d\n", b, len(b))
	type pt struct{ x, y int }
	c := []pt{{1, 2}, {y: 5}, {}}
	d := []*pt{{1, 2}, nil, {x: 3}}
	fmt.Println(c, *d[0], d[1] == nil, d[2].x)
	e := [][]int{{1}, nil, {2, 3}}
	f := []map[string]int{{"a": 1}, nil, {}}
	fmt.Println(e, f, f[1] == nil, f[1]["z"])
	g := [...]string{3: "end"}
	fmt.Println(len(g), g)
	const first = 2
	h := []rune{first: 'x', 'y'}
	fmt.Println(h, len(h))
	i := []any{1, "a", nil, 2.5, []int{1}, pt{1, 2}, 'c', true}
	fmt.Println(i...)
	fmt.Println(i)
	j := []func(int) int{func(x int) int { return x + 1 }, func(x int) int { return x * x }}
	fmt.Println(j[0](4), j[1](4), len(j))
	k := []byte{'a', 0x62, 99}
	fmt.Println(k, string(k))
	l := map[string][]pt{"p": {{1, 1}, {2, 2}}}
	l["p"][0].x = 9
	fmt.Println(l)
	m := []struct {
		name string
		want int
	}{{"one", 1}, {name: "two", want: 2}}
	for _, tc := range m {
		fmt.Print(tc.name, "=", tc.want, ";")
	}
	fmt.Println()
	type list []int
	n := list{1, 2, 3}
	fmt.Println(n, len(n), n[1:], append(n, 4))
	fmt.Printf("%T %T %T %T\n", n, n[1:], append(n, 4), []int(n))
}
