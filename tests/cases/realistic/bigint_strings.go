// Addition, multiplication and factorials of decimal strings, checked against math.
package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

type Big []byte

func FromString(s string) (Big, error) {
	s = strings.TrimLeft(s, "0")
	b := make(Big, len(s))
	for i := 0; i < len(s); i++ {
		c := s[len(s)-1-i]
		if c < '0' || c > '9' {
			return nil, fmt.Errorf("bad digit %q", c)
		}
		b[i] = c - '0'
	}
	return b, nil
}

func (b Big) String() string {
	if len(b) == 0 {
		return "0"
	}
	out := make([]byte, len(b))
	for i, d := range b {
		out[len(b)-1-i] = d + '0'
	}
	return string(out)
}

func (a Big) Add(b Big) (out Big) {
	carry := byte(0)
	for i := 0; i < len(a) || i < len(b) || carry > 0; i++ {
		s := carry
		if i < len(a) {
			s += a[i]
		}
		if i < len(b) {
			s += b[i]
		}
		out = append(out, s%10)
		carry = s / 10
	}
	return
}

func (a Big) Mul(b Big) Big {
	out := make(Big, len(a)+len(b))
	for i, x := range a {
		carry := 0
		for j, y := range b {
			t := int(out[i+j]) + int(x)*int(y) + carry
			out[i+j] = byte(t % 10)
			carry = t / 10
		}
		for k := i + len(b); carry > 0; k++ {
			t := int(out[k]) + carry
			out[k] = byte(t % 10)
			carry = t / 10
		}
	}
	for len(out) > 0 && out[len(out)-1] == 0 {
		out = out[:len(out)-1]
	}
	return out
}

func (a Big) Cmp(b Big) int {
	if len(a) != len(b) {
		return cmp.Compare(len(a), len(b))
	}
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return cmp.Compare(a[i], b[i])
		}
	}
	return 0
}

func small(n int) Big { b, _ := FromString(strconv.Itoa(n)); return b }

func main() {
	a, _ := FromString("99999999999999999999")
	b, _ := FromString("1")
	fmt.Println(a.Add(b), a.Mul(a), a.Mul(small(0)), small(0).Add(small(0)))
	f := small(1)
	for i := 2; i <= 30; i++ {
		f = f.Mul(small(i))
	}
	fmt.Println("30! =", f, len(f.String()))
	x, y := small(0), small(1)
	for range 150 {
		x, y = y, x.Add(y)
	}
	fmt.Println("fib(150) =", x)
	p := small(1)
	for range 100 {
		p = p.Add(p)
	}
	fmt.Println("2^100 =", p, p.Cmp(f), f.Cmp(p), p.Cmp(p))
	_, err := FromString("12x4")
	fmt.Println(err)
	ok := true
	for i := 0; i < 200; i += 7 {
		for j := 0; j < 200; j += 11 {
			if small(i).Mul(small(j)).String() != strconv.Itoa(i*j) || small(i).Add(small(j)).String() != strconv.Itoa(i+j) {
				ok = false
			}
		}
	}
	fmt.Println(ok)
}
