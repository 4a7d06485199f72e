// %v, %+v, %#v and %T of structs, nested, with pointers, in collections.
package main

import "fmt"

type inner struct {
	A int
	b string
}
type outer struct {
	In   inner
	Ptr  *inner
	List []inner
	M    map[string]int
	F    func()
	E    error
	Any  any
	Arr  [2]bool
	Ch   chan int
}

func main() {
	o := outer{In: inner{1, "x"}, List: []inner{{2, "y"}}, M: map[string]int{"k": 1, "a": 2}, Any: 2.5}
	fmt.Printf("%v\n%+v\n", o, o)
	i := inner{3, "z w"}
	fmt.Printf("%v %+v %#v %T\n", i, i, i, i)
	fmt.Printf("%v %+v %#v\n", &i, &i, &i)
	fmt.Printf("%v %+v\n", []inner{i}, []inner{i})
	fmt.Printf("%#v %#v\n", []inner{i}, map[string]inner{"m": i})
	fmt.Printf("%v\n", struct {
		P *int
		S []string
		E error
	}{})
	fmt.Printf("%#v %#v\n", struct{ X, Y any }{1, "a"}, struct{}{})
	fmt.Printf("%d %s %q %x\n", inner{10, "hi"}, inner{10, "hi"}, inner{10, "hi"}, inner{10, "hi"})
	fmt.Printf("%5v|%-5v|%05d\n", inner{1, "a"}, inner{1, "a"}, inner{1, "a"})
	fmt.Println(o.In, &o.In, []any{i, nil, &i == nil})
	fmt.Printf("%v %+v\n", map[inner]bool{{2, "b"}: true, {1, "a"}: false}, [2]inner{})
	type local struct{ Name string }
	fmt.Printf("%T %T %T %#v\n", local{}, &local{}, []local{}, local{"n"})
	fmt.Printf("%T %T\n", struct{ A int }{}, o.F)
	var np *inner
	fmt.Printf("%v %+v %T\n", np, np, np)
}
