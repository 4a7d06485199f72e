// All forms of for: three-part, condition, endless, missing parts, multiple variables.
package main

import "fmt"

func main() {
	for i := 0; i < 3; i++ {
		fmt.Print(i, " ")
	}
	i := 10
	for i > 7 {
		i--
	}
	fmt.Println(i)
	for {
		i++
		if i%2 == 0 {
			continue
		}
		if i > 12 {
			break
		}
	}
	fmt.Println(i)
	for i, j := 0, 10; i < j; i, j = i+1, j-2 {
		fmt.Print(i, j, " ")
	}
	fmt.Println()
	for i > 10 {
		i -= 2
	}
	fmt.Println(i)
	for i := 0; ; i += 5 {
		if i > 12 {
			fmt.Println("stop", i)
			break
		}
	}
	n := 0
	for range 5 {
		n++
	}
	fmt.Println(n)
	for i := range 3 {
		i *= 10
		fmt.Print(i, " ")
	}
	fmt.Println()
	var u8 uint8 = 3
	for k := range u8 {
		fmt.Printf("%d %T ", k, k)
	}
	fmt.Println()
	const c = 2
	for k := range c {
		fmt.Print(k)
	}
	for range 0 {
		fmt.Println("never")
	}
	neg := -3
	for range neg {
		fmt.Println("never")
	}
	fmt.Println()
	for x := 1.0; x < 10; x *= 2.5 {
		fmt.Print(x, " ")
	}
	for r := 'a'; r <= 'e'; r += 2 {
		fmt.Print(string(r))
	}
	fmt.Println()
	for lo, hi := 0, 100; lo < hi; {
		mid := (lo + hi) / 2
		if mid*mid < 2000 {
			lo = mid + 1
		} else {
			hi = mid
		}
		if lo == hi {
			fmt.Println("found", lo)
		}
	}
	steps := 0
	for n := 27; n != 1; steps++ {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
	}
	fmt.Println(steps)
	end := 3
	for i := range end {
		end = 10
		fmt.Print(i, end, " ")
	}
	fmt.Println()
	ch := make(chan string, 3)
	ch <- "x"
	ch <- "y"
	close(ch)
	for v := range ch {
		fmt.Print(v)
	}
	fmt.Println()
}
