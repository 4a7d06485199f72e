// A conversion is no call.
package main

func main() {
	defer int(3) // problem: defer requires function call, not conversion int(3) (constant 3 of type int)
	go func() { missing() }() // problem: undefined: missing
}
