// Expression switches: lists, no tag, init, fallthrough, default anywhere, break.
package main

import "fmt"

type grade int

func letter(n int) string {
	switch {
	case n >= 90:
		return "A"
	case n >= 80:
		return "B"
	}
	return "F"
}

func days(m, y int) int {
	switch m {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 29
		}
		return 28
	default:
		return 31
	}
}

func main() {
	fmt.Println(letter(95), letter(85), letter(10), days(2, 2024), days(2, 1900), days(2, 2000), days(11, 1), days(12, 1))
	for i := 0; i < 6; i++ {
		switch i {
		default:
			fmt.Print("default ")
		case 1:
			fmt.Print("one ")
			fallthrough
		case 2:
			fmt.Print("two ")
		case 3, 4:
			if i == 4 {
				break
			}
			fmt.Print("three ")
			fallthrough
		case 100:
			fmt.Print("hundred ")
		}
		fmt.Print("| ")
	}
	fmt.Println()
	switch x := 5; x {
	case 5:
		x := "inner"
		fmt.Println(x)
	}
	switch x := 3; {
	case x > 2:
		fmt.Println("gt")
		fallthrough
	case x > 100:
		fmt.Println("fell")
	default:
		fmt.Println("no")
	}
	switch f := func() int { fmt.Println("tag once"); return 2 }; f() {
	case 1, 2, 3:
		fmt.Println("in list")
	}
	order := ""
	v := func(s string, n int) int { order += s; return n }
	switch v("t", 3) {
	case v("a", 1), v("b", 2):
	case v("c", 3), v("d", 4):
		order += "!"
	case v("e", 5):
	}
	fmt.Println(order)
	switch true {
	case false:
		fmt.Println("f")
	case 1 < 2:
		fmt.Println("t")
	}
	switch s := "b"; s {
	case "a", "b":
		fmt.Println("ab")
	}
	var g grade = 2
	switch g {
	case 2:
		fmt.Printf("%T\n", g)
	}
	switch any(1.5).(float64) {
	case 1.5:
		fmt.Println("float")
	}
	switch p := (struct{ a, b int }{1, 2}); p {
	case struct{ a, b int }{1, 2}:
		fmt.Println("struct")
	}
	switch {
	}
	var e error
	switch e {
	case nil:
		fmt.Println("nil")
	}
	switch a := [2]int{1, 2}; a {
	case [2]int{2, 1}, [2]int{1, 2}:
		fmt.Println("array")
	}
}
