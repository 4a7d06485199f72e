package main
import "fmt"
type In struct{ A int }
type S struct{ In In; Arr [2]int }
func main() {
	s := S{In{1}, [2]int{1, 2}}
	p := &s.In
	q := &s.Arr
	s = S{In{5}, [2]int{7, 8}}
	fmt.Println(p.A, q[0], s.In.A)
	xs := []S{{In{3}, [2]int{}}, {In{1}, [2]int{}}}
	r := &xs[0].In
	xs[0], xs[1] = xs[1], xs[0]
	fmt.Println(r.A, xs[0].In.A)
	var a [3]int
	f := func() int { a[0] = 9; return 1 }
	fmt.Println(a, f())
}
