// defer and go want calls.
package main




func main() {
f := func() int { return 1 }
defer f // problem: expression in defer must be function call
go f // problem: expression in go must be function call
defer 5 // problem: expression in defer must be function call
defer recover()
}
