// Channel and WaitGroup slips.
package main

import (
	"fmt"
	"sync"
)



func main() {
var wg sync.WaitGroup
wg.add(1) // problem: wg.add undefined (type "sync".WaitGroup has no field or method add, but does have method Add)
wg.Add() // problem: not enough arguments in call to wg.Add have () want (int)
go wg.Done // problem: expression in go must be function call
ch := make(chan int)
ch <- "a" // problem: cannot use "a" (untyped string constant) as int value in send
var s string = <-ch // problem: cannot use <-ch (comma, ok expression of type int) as string value in variable declaration
v, ok := ch // problem: assignment mismatch: 2 variables but 1 value
fmt.Println(s, v, ok)
select {
case x := ch: // problem: select case must be send or receive (possibly with assignment)
	_ = x
}
}
