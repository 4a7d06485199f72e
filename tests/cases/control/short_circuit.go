// && and || stop early; order of operands and precedence.
package main

import "fmt"

var log []string

func t(name string, v bool) bool { log = append(log, name); return v }

func main() {
	_ = t("a", false) && t("b", true)
	_ = t("c", true) || t("d", true)
	_ = t("e", true) && t("f", false) || t("g", true) && !t("h", false)
	_ = (t("i", false) || t("j", false)) && t("k", true)
	fmt.Println(log)
	var p *struct{ n int }
	fmt.Println(p != nil && p.n > 0, p == nil || p.n > 0)
	s := []int{}
	fmt.Println(len(s) > 0 && s[0] == 1)
	fmt.Println(true || false && false, !true || true, !(true && false), 1+2*3 == 7 && 10-4-3 == 3)
	fmt.Println(2+3<<1, 1<<2+1, 7&3|8, 6&^2^1, 10%4*3, -3*-2, 8/2/2, 1|2^3&4)
	fmt.Println(5 > 3 == true, 1 < 2 != false, "a"+"b" == "ab" && 3 != 4)
	a, b, c := 1, 2, 3
	fmt.Println(a < b && b < c, a*b+c == 5, a-b-c, a<<b|c, ^a&b, -a+b)
	var err error
	ok := err == nil && len("x") == 1
	fmt.Println(ok)
	x := 5
	y := &x
	fmt.Println(x**y, *y*x, -*y, x / *y)
}
