// Anonymous struct types, tags, identical types convert.
package main

import "fmt"

type a struct {
	X int    `json:"x"`
	Y string `json:"y,omitempty"`
}
type b struct {
	X int
	Y string
}

func main() {
	v := a{1, "q"}
	w := b(v)
	w.X++
	fmt.Println(v, w, a(w))
	cfg := struct {
		Host string
		Port int
		Opts struct{ Debug bool }
	}{Host: "localhost", Port: 80}
	cfg.Opts.Debug = true
	fmt.Printf("%v %+v\n", cfg, cfg)
	var t struct{ X int }
	t.X = 4
	u := struct{ X int }{4}
	fmt.Println(t == u)
	t = u
	pts := []struct{ x, y int }{{1, 2}, {3, 4}}
	sum := 0
	for _, p := range pts {
		sum += p.x * p.y
	}
	fmt.Println(sum, pts)
	set := map[struct{ r, c int }]bool{{1, 2}: true}
	fmt.Println(set[struct{ r, c int }{1, 2}])
	type named struct{ X int }
	var n named = u
	fmt.Printf("%T %T %v\n", n, u, n)
	f := func(o struct{ N int }) int { return o.N * 2 }
	fmt.Println(f(struct{ N int }{21}))
	ptr := &struct {
		next *int
		val  string
	}{val: "v"}
	ptr.val += "!"
	fmt.Println(ptr.val, ptr.next == nil)
}
