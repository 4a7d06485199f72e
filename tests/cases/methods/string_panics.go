// A String or Error method that panics is reported inside the output.
package main

import (
	"errors"
	"fmt"
	"strings"
)

type nilS struct{ n int }

func (p *nilS) String() string { return fmt.Sprint("n=", p.n) }

type boom struct{}

func (boom) String() string { panic("kaput") }

type boomErr struct{}

func (boomErr) Error() string { panic(errors.New("inner error")) }

type idx []int

func (i idx) String() string { return fmt.Sprint(i[5]) }

func main() {
	var p *nilS
	fmt.Println(p)
	fmt.Printf("%v|%s|%+v|%d\n", p, p, p, p == nil)
	fmt.Println(boom{})
	fmt.Printf("%s %v %q %d\n", boom{}, boom{}, boom{}, boom{})
	fmt.Println(boomErr{}, "after")
	fmt.Printf("%v\n", boomErr{})
	fmt.Println(idx{1})
	fmt.Println([]any{boom{}, 1}, struct{ B boom }{})
	s := fmt.Sprintf("%s", boom{})
	fmt.Println(len(s) > 0, strings.Contains(s, "PANIC"))
}
