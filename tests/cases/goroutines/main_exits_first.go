// The program ends when main returns, whatever else still runs.
package main

import (
	"fmt"
	"time"
)

func main() {
	go func() {
		for {
			time.Sleep(time.Hour)
			fmt.Println("never")
		}
	}()
	block := make(chan int)
	go func() { <-block; fmt.Println("never") }()
	fmt.Println("main done")
}
