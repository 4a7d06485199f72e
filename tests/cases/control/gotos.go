// goto forward, backward and out of blocks; labels of loops, switches and selects.
package main

import "fmt"

func collatz(n int) (steps int) {
top:
	if n == 1 {
		goto done
	}
	if n%2 == 0 {
		n /= 2
	} else {
		n = 3*n + 1
	}
	steps++
	goto top
done:
	return
}

func machine(in string) string {
	out := ""
	i := 0
start:
	if i >= len(in) {
		goto end
	}
	switch c := in[i]; {
	case c >= '0' && c <= '9':
		goto number
	case c == ' ':
		i++
		goto start
	default:
		out += "<" + string(c) + ">"
		i++
		goto start
	}
number:
	{
		n := 0
		for i < len(in) && in[i] >= '0' && in[i] <= '9' {
			n = n*10 + int(in[i]-'0')
			i++
		}
		out += fmt.Sprint("#", n)
		goto start
	}
end:
	return out
}

func captured() {
	var fs []func() int
	i := 0
loop:
	j := i * 10
	fs = append(fs, func() int { j++; return i + j })
	i++
	if i < 3 {
		goto loop
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
}

func main() {
	for _, n := range []int{1, 7, 27} {
		fmt.Print(collatz(n), " ")
	}
	fmt.Println(machine("12+ 345*(6)"))
	captured()
	n := 0
outer:
	for i := 0; ; i++ {
		switch {
		case i > 10:
			break outer
		case i%2 == 0:
			continue outer
		default:
			for j := range 5 {
				if j > i {
					continue outer
				}
				n += j
				select {
				default:
					if j == 3 {
						break
					}
					n++
				}
			}
		}
	}
	fmt.Println(n)
blk:
	for {
		if n > 3 {
			fmt.Println("leave")
			break blk
		}
		fmt.Println("not reached")
	}
sw:
	switch n {
	case 0:
	default:
		for {
			break sw
		}
	}
	fmt.Println("end")
}
