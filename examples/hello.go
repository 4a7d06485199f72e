package main

import (
	"fmt"
	"strings"
)

type greeter struct{ name string }

func (g greeter) String() string { return "Hello, " + g.name + "!" }

func main() {
	names := strings.Fields("gopher model world")
	done := make(chan string)
	for _, name := range names {
		go func() { done <- fmt.Sprint(greeter{name}) }()
	}
	for range names {
		fmt.Println(<-done)
	}
}
