// Loop variables are new in each turn, and what a closure does to one is carried over to the next.
package main

import "fmt"

func main() {
	var fs []func() int
	for i := 0; i < 6; i++ {
		fs = append(fs, func() int { i += 10; return i })
		if i == 2 {
			fs[0]()
			i++
		}
	}
	for _, f := range fs {
		fmt.Print(f(), " ", f(), " ")
	}
	fmt.Println()
	var ps []*int
	for i, j := 0, 10; i < j; i, j = i+1, j-2 {
		ps = append(ps, &i, &j)
		defer func() { fmt.Print(i, j, ";") }()
		if i == 1 {
			continue
		}
		i += 0
	}
	for _, p := range ps {
		*p += 100
		fmt.Print(*p, " ")
	}
	fmt.Println()
	for i := 0; i < 3; i++ {
		p := &i
		func() { *p++ }()
		fmt.Print(i, " ")
	}
	fmt.Println()
	var g func()
	for i := 0; i < 3; i++ {
		if g == nil {
			g = func() { i++; fmt.Print("g", i, " ") }
		}
		g()
	}
	fmt.Println()
	for i := range 3 {
		i *= 2
		defer fmt.Print("r", i, " ")
	}
	n := 3
	for i := range n {
		n = 10
		fmt.Print(i)
	}
	s := []int{1, 2, 3}
	for i, v := range s {
		s = append(s, v*10)
		s[2] = 99
		fmt.Print(" ", i, v)
	}
	fmt.Println(s)
	m := map[string][]int{"a": {1}}
	for k, v := range m {
		v[0]++
		m[k] = append(v, 5)
	}
	fmt.Println(m)
	for i, c := range "aé" {
		func() { i, c = i*100, c+1 }()
		fmt.Print(i, string(c), " ")
	}
	for range 2 {
		x := 0
		inc := func() int { x++; return x }
		inc()
		fmt.Print(inc(), " ")
	}
	var k int
	for k = range 5 {
	}
	var arr [3]int
	for arr[1] = range 3 {
	}
	var st struct{ i, v int }
	for st.i, st.v = range []int{7, 8} {
	}
	fmt.Println(k, arr, st)
}
