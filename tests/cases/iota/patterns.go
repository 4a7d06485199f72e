// iota with skips, expressions, typed enums with String, bit masks, several per line.
package main

import (
	"fmt"
	"strings"
)

type Suit uint8

const (
	Clubs Suit = iota + 1
	Diamonds
	_
	Spades
)

type Perm uint

const (
	R Perm = 1 << iota
	W
	X
	RW = R | W
	All
	Z = iota
)

const (
	_  = iota
	KB = 1 << (10 * iota)
	MB
	GB
)

const (
	a, b = iota, -iota
	c, d
	_, _
	e, f
)

const (
	s0 = "x"
	s1
	n0 = iota
	n1
	fl = iota * 1.5
	f2
)

const single = iota

const (
	h = len("abcd") + iota
	i
	j = 'a' + iota
	k
)

func (s Suit) String() string {
	switch s {
	case Clubs:
		return "C"
	case Diamonds:
		return "D"
	}
	return fmt.Sprintf("Suit(%d)", uint8(s))
}

func (p Perm) String() string {
	var parts []string
	for i, n := range []string{"R", "W", "X"} {
		if p&(1<<i) != 0 {
			parts = append(parts, n)
		}
	}
	return strings.Join(parts, "|")
}

func main() {
	fmt.Println(Clubs, Diamonds, Spades, Suit(9))
	fmt.Println(R, W, X, RW, All, Z, R|X)
	fmt.Println(KB, MB, GB)
	fmt.Println(a, b, c, d, e, f)
	fmt.Println(s0, s1, n0, n1, fl, f2, single)
	fmt.Println(h, i, j, k, string(rune(k)))
	const (
		p = iota
		q = iota
		r = p + q + iota
	)
	fmt.Println(p, q, r)
	const (
		x = iota == 0
		y
	)
	fmt.Println(x, y)
	fmt.Printf("%d %v %s %x %08b\n", All, All, RW, X, X)
}
