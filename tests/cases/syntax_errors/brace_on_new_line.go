// The opening brace must be on the line of the header.
package main

func main() {
	for i := 0; i < 3; i++ // problem: syntax error: unexpected newline, expected { after for clause
	{
		println(i)
	}
}
