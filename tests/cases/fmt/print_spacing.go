// Print adds spaces only between operands that are no strings; Println always.
package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	fmt.Print(1, 2, "a", "b", 3, 4, 'c', nil, true, "\n")
	fmt.Print("a", 1, "b", 2.5, []int{1}, []int{2}, "\n")
	fmt.Println("a", 1, "", "b", nil, true)
	fmt.Println()
	fmt.Println("")
	fmt.Println([]string{}, map[string]int{}, struct{}{}, [0]int{}, "end")
	fmt.Println(fmt.Sprint(), fmt.Sprint("x", "y"), fmt.Sprint(1, 2), fmt.Sprint("x", 1, 2, "y"), fmt.Sprint(nil, nil))
	fmt.Printf("%q %q\n", fmt.Sprintln("a", 1), fmt.Sprintln())
	n, err := fmt.Println("héllo")
	fmt.Println(n, err)
	n, _ = fmt.Printf("%d\n", 12345)
	fmt.Println(n)
	fmt.Fprintln(os.Stdout, "to stdout", 1)
	fmt.Fprintf(os.Stdout, "%s-%d\n", "x", 1)
	fmt.Fprint(os.Stdout, "a", "b", 1, 2, "\n")
	var sb strings.Builder
	fmt.Fprintf(&sb, "%03d", 7)
	fmt.Fprint(&sb, "|", 1.5, 2.5)
	fmt.Fprintln(&sb, "!")
	fmt.Printf("%q %d\n", sb.String(), sb.Len())
	b := fmt.Appendf(nil, "%d-%d", 1, 2)
	b = fmt.Append(b, " x", 3)
	b = fmt.Appendln(b, "y")
	fmt.Printf("%q\n", b)
	fmt.Println(1, int8(2), uint(3), 1.0, float32(2.5), 'x', "s", true, 2i, nil, []byte("b"), [2]bool{true})
	fmt.Println([]any{nil, 1, "a", []any{}}, [][]int{{1}, {2, 3}, nil}, map[int][]string{1: {"a"}})
}
