// defer wants a call.
package main


func main() {
	f := func() int { return 1 }
	f()
	defer f // problem: expression in defer must be function call
}
