// go wants a call.
package main


func main() {
	f := func() int { return 1 }
	f()
	go f // problem: expression in go must be function call
}
