// Increment statements and all assignment operators, on all kinds of places.
package main

import "fmt"

type box struct {
	n  int8
	xs []uint8
}

func main() {
	x := 10
	x += 5
	x -= 3
	x *= 4
	x /= 5
	x %= 7
	x <<= 4
	x |= 3
	x &= 0x3E
	x ^= 0xFF
	x &^= 0x0F
	x >>= 2
	fmt.Println(x)
	b := box{n: 126, xs: []uint8{0, 255}}
	b.n++
	b.n++
	b.xs[0]--
	b.xs[1]++
	fmt.Println(b)
	m := map[string]int{}
	m["a"]++
	m["a"] += 10
	m["b"]--
	fmt.Println(m)
	p := &b
	p.n -= 100
	p.xs[1] |= 6
	fmt.Println(*p)
	arr := [3]int16{32767}
	arr[0]++
	arr[1]--
	ptr := &arr[2]
	*ptr += 9
	fmt.Println(arr)
	calls := 0
	index := func() int { calls++; return 0 }
	s := []int{5}
	s[index()] += 2
	s[index()]++
	fmt.Println(s, calls)
	str := "a"
	str += "b"
	str += string('c')
	fmt.Println(str)
	f := 1.5
	f++
	f *= 2
	f /= 4
	fmt.Println(f)
}
