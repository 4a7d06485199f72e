// defer and go want calls.
package main




func main() {
f := func() int { return 1 }
defer len("x") // problem: defer discards result of len("x") (constant 1 of type int)
go append([]int{}, 1) // problem: go discards result of append([]int{}, 1) (value of type []int)
defer recover()
defer (f()) // problem: expression in defer must not be parenthesized
}
