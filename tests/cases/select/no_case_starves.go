// Of several ready cases none is taken for ever, however many selects a loop has.
package main

import (
	"fmt"
	"sync"
)

func all(counts []int) bool {
	for _, n := range counts {
		if n == 0 {
			return false
		}
	}
	return true
}

func main() {
	c := make(chan int)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			counts := make([]int, 2)
			for range 500 {
				select {
				case c <- i:
					counts[0]++
				case <-c:
					counts[1]++
				}
			}
			fmt.Println(all(counts), counts[0]+counts[1])
		}()
	}
	wg.Wait()
	full, empty, ready := make(chan int, 1), make(chan int, 1), make(chan struct{})
	close(ready)
	for others := range 5 {
		first, second, third := make([]int, 2), make([]int, 3), make([]int, 4)
		for range 400 {
			full <- 1
			select {
			case empty <- 1:
				first[0]++
				<-empty
			case <-full:
				first[1]++
				full <- 1
			}
			select {
			case empty <- 1:
				second[0]++
				<-empty
			case <-full:
				second[1]++
				full <- 1
			case <-ready:
				second[2]++
			}
			for range others {
				select {
				case <-ready:
					third[0]++
				case <-ready:
					third[1]++
				case empty <- 1:
					third[2]++
					<-empty
				case <-ready:
					third[3]++
				}
			}
			<-full
		}
		fmt.Println(all(first), all(second), all(third) || others == 0)
	}
}
