// A loop as Python has it.
package main

func main() {
	xs := []int{1}
	for x in xs { // problem: syntax error: unexpected name in, expected {
		println(x)
	}
}
