package main

import (
	"fmt"
	"runtime"
	"sync"
)

func leave() {
	defer fmt.Println("deferred in leave", recover())
	runtime.Goexit()
	fmt.Println("never")
}

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() { fmt.Println("recovered", recover()) }()
		leave()
		fmt.Println("never")
	}()
	wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() {
			defer func() { fmt.Println("inner", recover()) }()
			panic("x")
		}()
		runtime.Goexit()
	}()
	wg.Wait()
	fmt.Println("main goes on")
	go func() {
		fmt.Println("the last")
	}()
	defer fmt.Println("main's deferred")
	runtime.Goexit()
}
