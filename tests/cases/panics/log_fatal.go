// log.Fatal prints and exits with 1; log.Panic panics.
package main

import (
	"errors"
	"fmt"
	"log"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("app: ")
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		log.Panicf("value %d", 3)
	}()
	log.Fatalf("cannot go on: %v", errors.New("x"))
}
