// A panic of another goroutine ends the program past main's deferred calls.
package main

import (
	"fmt"
	"sync"
	"time"
)

type boom struct{ code int }

func (b boom) Error() string { return fmt.Sprint("boom ", b.code) }

func main() {
	var wg sync.WaitGroup
	defer fmt.Println("not printed")
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() { fmt.Println("recovered", recover()) }()
		panic("first")
	}()
	wg.Wait()
	go func() {
		defer fmt.Println("deferred in goroutine")
		func() {
			panic(boom{7})
		}()
	}()
	time.Sleep(time.Second)
	fmt.Println("unreachable")
}
