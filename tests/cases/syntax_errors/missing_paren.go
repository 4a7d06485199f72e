// A call that is never closed.
package main

import "fmt"

func main() {
	fmt.Println("a" // problem: syntax error: unexpected newline in argument list; possibly missing comma or )
	fmt.Println("b")
}
