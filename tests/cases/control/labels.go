// Labelled break and continue out of nested loops, switches and selects.
package main

import "fmt"

func main() {
outer:
	for i := 0; i < 4; i++ {
		for j := 0; j < 4; j++ {
			if j == 2 {
				continue outer
			}
			if i == 2 {
				break outer
			}
			fmt.Print(i, j, " ")
		}
	}
	fmt.Println()
loop:
	for i := 0; ; i++ {
		switch {
		case i == 1:
			continue
		case i == 3:
			break
		case i > 4:
			break loop
		default:
			fmt.Print("d", i, " ")
		}
		fmt.Print("after", i, " ")
	}
	fmt.Println()
	rows := [][]int{{1, 2}, {3, -1}, {5, 6}}
	found := -1
search:
	for r, row := range rows {
		for _, v := range row {
			if v < 0 {
				found = r
				break search
			}
		}
	}
	fmt.Println(found)
sw:
	switch x := 5; {
	case x > 1:
		for {
			if x > 7 {
				break sw
			}
			x++
		}
		fmt.Println("not reached")
	}
a:
	for i := range 3 {
	b:
		for j := range 3 {
			for k := range 3 {
				if k == 1 {
					continue b
				}
				if j == 1 {
					continue a
				}
				fmt.Print(i, j, k, ";")
			}
		}
	}
	fmt.Println()
	ch := make(chan int, 5)
	for i := range 5 {
		ch <- i
	}
recv:
	for {
		select {
		case v := <-ch:
			if v == 1 {
				continue recv
			}
			if v == 3 {
				break recv
			}
			fmt.Print(v, " ")
		default:
			break recv
		}
	}
	fmt.Println(len(ch))
}
