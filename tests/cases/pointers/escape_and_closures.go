// Pointers to locals stay alive; each call has its own variables.
package main

import "fmt"

type counter struct{ n int }

func newCounter() (*counter, func() int) {
	c := counter{}
	return &c, func() int { c.n++; return c.n }
}

func pair() (get func() int, set func(int)) {
	v := 0
	return func() int { return v }, func(x int) { v = x }
}

func main() {
	c, inc := newCounter()
	d, inc2 := newCounter()
	inc()
	inc()
	inc2()
	c.n += 10
	fmt.Println(c.n, d.n, inc(), inc2())
	get, set := pair()
	set(42)
	get2, _ := pair()
	fmt.Println(get(), get2())
	var ps []*int
	for _, v := range []int{1, 2, 3} {
		ps = append(ps, &v)
	}
	*ps[0] = 100
	fmt.Println(*ps[0], *ps[1], *ps[2])
	x := 5
	func() {
		p := &x
		x := 6
		*p = 7
		fmt.Println(x)
	}()
	fmt.Println(x)
	type big struct{ data [4]int }
	make := func() *big { return &big{[4]int{1, 2, 3, 4}} }
	b := make()
	b.data[0] = 9
	fmt.Println(*b, make().data[0])
	pa := &[3]int{1, 2, 3}
	for i, v := range pa {
		pa[i] = v * v
	}
	fmt.Println(*pa, pa[1:])
	ptrs := map[*int]string{ps[0]: "first"}
	fmt.Println(ptrs[ps[0]], ptrs[&x] == "")
}
