// math/big: Int, all that is done with it and how it prints.
package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Printf("panic %v %T\n", r, r)
		}
	}()
	f()
}

func main() {
	f := big.NewInt(1)
	for i := int64(1); i <= 60; i++ {
		f.Mul(f, big.NewInt(i))
	}
	fmt.Println(f, f.BitLen(), len(f.String()), f.Sign())
	a, b := big.NewInt(0), big.NewInt(1)
	for i := 0; i < 300; i++ {
		a.Add(a, b)
		a, b = b, a
	}
	fmt.Println(a)
	vals := []string{"0", "1", "-1", "7", "-7", "123456789012345678901234567890", "-98765432109876543210", "18446744073709551616", "-9223372036854775808"}
	for _, s := range vals {
		x, ok := new(big.Int).SetString(s, 10)
		fmt.Println(ok, x, x.Int64(), x.Uint64(), x.IsInt64(), x.IsUint64(), x.Text(2), x.Text(16), x.Text(36), x.Text(62), x.Bit(3), x.Sign())
		fl, acc := x.Float64()
		fmt.Println(fl, acc, x.Bytes(), new(big.Int).Not(x), new(big.Int).Abs(x), new(big.Int).Neg(x), new(big.Int).Lsh(x, 70), new(big.Int).Rsh(x, 3), new(big.Int).SetBit(x, 5, 1), new(big.Int).SetBit(x, 0, 0))
		for _, t := range vals {
			y, _ := new(big.Int).SetString(t, 10)
			z := new(big.Int)
			fmt.Print(z.Add(x, y), " ", z.Sub(x, y), " ", z.Mul(x, y), " ", x.Cmp(y), " ", new(big.Int).And(x, y), " ", new(big.Int).Or(x, y), " ", new(big.Int).Xor(x, y), " ", new(big.Int).AndNot(x, y), " ")
			p, q := new(big.Int), new(big.Int)
			g := z.GCD(p, q, x, y)
			fmt.Print(g, " ", p.Add(p.Mul(p, x), q.Mul(q, y)).Cmp(g), " ")
			if y.Sign() != 0 {
				m := new(big.Int)
				fmt.Print(new(big.Int).Quo(x, y), " ", new(big.Int).Rem(x, y), " ", new(big.Int).Div(x, y), " ", new(big.Int).Mod(x, y), " ")
				d, r := new(big.Int).DivMod(x, y, m)
				fmt.Print(d, " ", r, " ", new(big.Int).ModInverse(x, y), " ", new(big.Int).Exp(x, big.NewInt(5), y))
			}
			fmt.Println()
		}
	}
	n, _ := new(big.Int).SetString("-255", 10)
	fmt.Printf("%d|%s|%v|%x|%X|%#x|%b|%o|%O|%+d|%10d|%-10d|%010d|%.6d|% d|%q|%e|%T\n", n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n)
	var np *big.Int
	fmt.Println(np, np.String())
	fmt.Printf("%d %s\n", np, np)
	for _, c := range []struct {
		s string
		b int
	}{{"0x1F", 0}, {"0b101", 0}, {"0o17", 0}, {"017", 0}, {"1_000", 0}, {"1_000", 10}, {"0x1F", 16}, {"ff", 16}, {"FF", 16}, {"zZ", 62}, {"ZZ", 36}, {"", 10}, {"-", 10}, {"+5", 10}, {" 5", 10}, {"5 ", 10}, {"12a", 10}, {"0x", 0}, {"_1", 0}, {"1__0", 0}, {"08", 0}, {"0", 0}, {"-0", 0}, {"0_7", 0}, {"0x_f", 0}} {
		x, ok := new(big.Int).SetString(c.s, c.b)
		fmt.Println(c.s, c.b, x, ok)
	}
	fmt.Println(new(big.Int).Exp(big.NewInt(2), big.NewInt(200), nil), new(big.Int).Exp(big.NewInt(3), big.NewInt(1000), big.NewInt(1e9+7)), new(big.Int).Exp(big.NewInt(3), big.NewInt(-1), big.NewInt(7)), new(big.Int).Exp(big.NewInt(2), big.NewInt(-1), nil), new(big.Int).Exp(big.NewInt(2), big.NewInt(-1), big.NewInt(4)), new(big.Int).Exp(big.NewInt(-2), big.NewInt(3), big.NewInt(5)))
	fmt.Println(new(big.Int).Sqrt(big.NewInt(1000000)), new(big.Int).MulRange(5, 10), new(big.Int).MulRange(-3, -1), new(big.Int).MulRange(3, 1), new(big.Int).Binomial(50, 25), new(big.Int).Binomial(3, 5), new(big.Int).Binomial(60, 2))
	for _, p := range []int64{0, 1, 2, 9, 97, 561, 1000003, 1e9 + 7, 999999999989} {
		fmt.Print(big.NewInt(p).ProbablyPrime(10), " ")
	}
	m127 := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 127), big.NewInt(1))
	fmt.Println(m127.ProbablyPrime(20), m127)
	js, err := json.Marshal(map[string]any{"x": m127, "n": np, "s": []*big.Int{n}})
	fmt.Println(string(js), err)
	var back struct{ X, N *big.Int }
	fmt.Println(json.Unmarshal([]byte(`{"X":123456789012345678901234567890,"N":null}`), &back), back.X, back.N)
	fmt.Println(json.Unmarshal([]byte(`{"X":1.5}`), &back))
	fmt.Println(json.Unmarshal([]byte(`{"X":"12"}`), &back))
	s := []*big.Int{big.NewInt(5), big.NewInt(-2), big.NewInt(9)}
	slices.SortFunc(s, func(a, b *big.Int) int { return a.Cmp(b) })
	fmt.Println(s, new(big.Int).SetBytes([]byte{1, 0, 255}), string(big.NewInt(5).Append([]byte("n="), 10)))
	var z big.Int
	fmt.Println(s[0], &z, z.String(), z.Cmp(new(big.Int)), z.IsInt64())
	try(func() { z.Div(s[0], &z) })
	try(func() { z.Sqrt(s[0]) })
	try(func() { new(big.Int).SetString("1", 1) })
	try(func() { z.Bit(-1) })
	try(func() { z.Text(63) })
	try(func() { z.Add(nil, &z) })
	big3, _ := new(big.Int).SetString(strings.Repeat("123456789", 1000), 10)
	str := big3.String()
	fmt.Println(len(str), str[:20], str[len(str)-20:], len(big3.Text(7)), big3.Text(7)[:10], strings.Repeat("123456789", 1000) == str)
}
