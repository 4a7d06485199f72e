// Strings end on their line.
package main

func main() {
	s := "never closed // problem: newline in string
	_ = s
}
