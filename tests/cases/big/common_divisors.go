// math/big: GCD with its factors.
package main

import (
	"fmt"
	"math/big"
)

func main() {
	for i := int64(1); i < 40; i++ {
		a, b := big.NewInt(i*7919%104729), big.NewInt(i*i*31%6007)
		if i%3 == 0 {
			a.Neg(a)
		}
		if i%5 == 0 {
			b.Neg(b)
		}
		if i%7 == 0 {
			a.Mul(a, big.NewInt(1e18)).Add(a, b)
		}
		x, y := new(big.Int), new(big.Int)
		g := new(big.Int).GCD(x, y, a, b)
		fmt.Println(a, b, g, x, y)
	}
	for a := int64(-6); a <= 6; a++ {
		for b := int64(-6); b <= 6; b++ {
			x, y := new(big.Int), new(big.Int)
			g := new(big.Int).GCD(x, y, big.NewInt(a), big.NewInt(b))
			fmt.Println(a, b, g, x.Int64(), y.Int64())
		}
	}
}
