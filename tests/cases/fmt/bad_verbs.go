// The %!verb(type=value) forms of wrong verbs, missing and extra arguments.
package main

import (
	"errors"
	"fmt"
	"time"
)

func main() {
	fmt.Printf("%d\n", "x")
	fmt.Printf("%s\n", 42)
	fmt.Printf("%z\n", 3.5)
	fmt.Printf("%d %d\n", 1)
	fmt.Printf("%d\n", 1, 2, "three")
	fmt.Printf("%!\n")
	fmt.Printf("%\n")
	fmt.Printf("%")
	fmt.Println()
	fmt.Printf("%d %s %t %f %c\n", []string{"a"}, []int{1}, []int{0}, "f", "c")
	fmt.Printf("%x %b %o\n", true, "s", 1.5)
	fmt.Printf("%d\n", map[string]string{"k": "v"})
	fmt.Printf("%d %s\n", struct {
		A string
		B int
	}{"x", 1}, struct{ A int }{5})
	fmt.Printf("%s %d\n", nil, nil)
	fmt.Printf("%s %d %v\n", []any{nil, 1}, []any{nil, "a"}, []any{nil})
	fmt.Printf("%.*f|%*d|%*d\n", "x", 1.5, "w", 5, -6, 7)
	fmt.Printf("%.-3d|%.3.3d\n", 5, 5)
	fmt.Printf("%[2]d\n", 1)
	fmt.Printf("%[0]d %[-1]d %[1.5]d\n", 1)
	fmt.Printf("%[1]d %d %[1]d\n", 1, 2)
	fmt.Printf("%s %s\n", errors.New("e"))
	fmt.Printf("%d %v %s\n", errors.New("e"), time.Second, time.Duration(5))
	fmt.Printf("%q %q\n", 1.5, true)
	fmt.Printf("%U %U %c\n", -1, "a", -5)
	fmt.Printf("%t %t\n", 1, "true")
	fmt.Printf("%p %p\n", 1, "x")
	fmt.Printf("%w\n", errors.New("e"))
	fmt.Printf("%10z|%-10z|\n", 1, "a")
	fmt.Println("%d", 5)
	fmt.Print("%s\n", 5, "\n")
	fmt.Printf("no newline at all")
	fmt.Println()
}
