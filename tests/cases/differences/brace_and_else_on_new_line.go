// An opening brace or an else may stand on a line of its own.
package main

import "fmt"

func main() {
	for i := 0; i < 2; i++
	{
		fmt.Println(i)
	}
	if false
	{
		fmt.Println("no")
	}
	else {
		fmt.Println("yes")
	}
}
