// defer and go want calls.
package main




func main() {
f := func() int { return 1 }
_ = f
defer recover()
defer int(3) // problem: defer requires function call, not conversion int(3) (constant 3 of type int)
defer func() {} // problem: expression in defer must be function call
go func() { undefined() }() // problem: undefined: undefined
}
