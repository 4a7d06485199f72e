// A negative shift count panics at run time.
package main

import "fmt"

func main() {
	defer fmt.Println("deferred")
	n := 2
	fmt.Println(8 >> n)
	try := func(count int) (res int, err any) {
		defer func() { err = recover() }()
		return 1 << count, nil
	}
	fmt.Println(try(3))
	fmt.Println(try(-1))
	n -= 3
	fmt.Println(8 << n)
}
