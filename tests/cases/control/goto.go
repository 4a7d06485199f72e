// goto jumps forwards and backwards within a function.
package main

import "fmt"

func retry(max int) (tries int, ok bool) {
again:
	tries++
	if tries%3 != 0 {
		if tries >= max {
			goto fail
		}
		goto again
	}
	return tries, true
fail:
	return tries, false
}

func main() {
	i := 0
top:
	if i < 3 {
		fmt.Print(i, " ")
		i++
		goto top
	}
	fmt.Println()
	fmt.Println(retry(10))
	fmt.Println(retry(2))
	for i := range 5 {
		for j := range 5 {
			if i*j == 6 {
				fmt.Println("at", i, j)
				goto done
			}
		}
	}
	fmt.Println("not reached")
done:
	fmt.Println("done")
	n := 0
loop:
	for k := 0; k < 3; k++ {
		n++
		if n == 2 {
			goto loop
		}
		fmt.Print(n, k, " ")
	}
	fmt.Println(n)
	state := 'a'
	count := 0
	count++
	if state == 'a' {
		state = 'b'
		goto B
	}
	goto end
B:
	count += 10
	if count < 30 {
		goto A2
	}
	goto end
A2:
	goto B
end:
	fmt.Println(count, string(state))
}
