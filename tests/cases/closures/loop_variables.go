// Each iteration has its own variables; changes inside the body flow to the next iteration.
package main

import "fmt"

func main() {
	var prints []func()
	for i := 0; i < 3; i++ {
		prints = append(prints, func() { fmt.Print(i, " ") })
	}
	for _, p := range prints {
		p()
	}
	fmt.Println()
	prints = nil
	for i, s := range []string{"a", "b"} {
		prints = append(prints, func() { fmt.Print(i, s, " ") })
	}
	for k, v := range map[string]int{"only": 1} {
		prints = append(prints, func() { k += "!"; fmt.Print(k, v, " ") })
	}
	for i := range 2 {
		prints = append(prints, func() { fmt.Print(i*100, " ") })
	}
	for _, p := range prints {
		p()
	}
	prints[2]()
	fmt.Println()
	var first func() int
	for i := 0; i < 10; i++ {
		if first == nil {
			first = func() int { return i }
		}
		i += 3
		fmt.Print(i, " ")
	}
	fmt.Println("first:", first())
	var ptrs []*int
	for i := 0; i < 3; i++ {
		ptrs = append(ptrs, &i)
		i := i * 2
		_ = i
	}
	for _, p := range ptrs {
		*p += 100
		fmt.Print(*p, " ")
	}
	fmt.Println()
	for i, inc := 0, (func())(nil); i < 4; i++ {
		if inc == nil {
			inc = func() { i++ }
		}
		inc()
		fmt.Print(i, " ")
	}
	fmt.Println()
	outer := 0
	var get func() int
	for outer = 0; outer < 3; outer++ {
		get = func() int { return outer }
	}
	fmt.Println(get(), outer)
	fs := make([]func(int) int, 0)
	for _, k := range [...]int{1, 2, 3} {
		fs = append(fs, func(x int) int { k++; return x * k })
	}
	fmt.Println(fs[0](10), fs[0](10), fs[2](10))
	done := make(chan int, 3)
	for i := range 3 {
		go func() { done <- i }()
	}
	sum := 0
	for range 3 {
		sum += <-done
	}
	fmt.Println(sum)
}
