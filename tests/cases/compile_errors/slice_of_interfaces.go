// []string is not []any, []T is not []I.
package main

type I interface{ M() }
type T struct{}

func (T) M() {}

func all(xs []any)   {}
func each(xs []I)    {}
func many(xs ...any) {}

func main() {
	all([]string{"a"}) // problem: cannot use []string{…} (value of type []string) as []any value in argument to all
	each([]T{{}}) // problem: cannot use []T{…} (value of type []T) as []I value in argument to each
	many([]string{"a"}...) // problem: cannot use []string{…} (value of type []string) as []any value in argument to many
	many([]string{"a"})
	var m map[string]any = map[string]string{} // problem: cannot use map[string]string{} (value of type map[string]string) as map[string]any value in variable declaration
	_ = m
}
