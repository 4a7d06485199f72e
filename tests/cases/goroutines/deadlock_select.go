// select {} with nothing else to run.
package main

import "fmt"

func main() {
	go func() { fmt.Println("goroutine ran") }()
	select {}
}
