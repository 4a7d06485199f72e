// math/big: Rat, exact sums and decimal texts.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
)

func main() {
	x := big.NewRat(1, 3)
	y := big.NewRat(-6, 4)
	z := new(big.Rat)
	fmt.Println(x, y, z.Add(x, y), new(big.Rat).Sub(x, y), new(big.Rat).Mul(x, y), new(big.Rat).Quo(x, y), x.Cmp(y), y.Sign(), y.IsInt(), y.Num(), y.Denom())
	for _, s := range []string{"3/4", "-1.25", "1e3", "1.5e-3", "0", "5", "-7/21", "0x10", "abc", "1/0", "", "1.", ".5", "1e", "3/-4", " 1", "1_000", "+2.50", "1e-2000000", "0e99999999", "1/2/3", "00012", "010", "1.0e+2"} {
		r, ok := new(big.Rat).SetString(s)
		if !ok {
			fmt.Println(s, ok)
			continue
		}
		f, exact := r.Float64()
		fmt.Println(s, r, r.RatString(), r.FloatString(2), r.FloatString(0), r.FloatString(5), f, exact)
	}
	total := new(big.Rat)
	for i := 0; i < 10; i++ {
		p, _ := new(big.Rat).SetString("0.1")
		total.Add(total, p)
	}
	fmt.Println(total, total.Cmp(big.NewRat(1, 1)) == 0, total.FloatString(3))
	fmt.Println(new(big.Rat).SetFloat64(0.1), new(big.Rat).SetFloat64(math.Inf(1)) == nil, new(big.Rat).SetInt64(5), new(big.Rat).SetFrac(big.NewInt(10), big.NewInt(-4)), new(big.Rat).Inv(y), new(big.Rat).Neg(y), new(big.Rat).Abs(y), new(big.Rat).SetInt(big.NewInt(9)), new(big.Rat).SetFrac64(6, 8))
	fmt.Println(big.NewRat(5, 2).FloatString(0), big.NewRat(-5, 2).FloatString(0), big.NewRat(-1, 1000).FloatString(2), big.NewRat(999, 1000).FloatString(2))
	js, err := json.Marshal(map[string]*big.Rat{"a": x})
	fmt.Println(string(js), err)
	fmt.Printf("%v %s\n", x, y)
	defer func() { fmt.Println(recover()) }()
	big.NewRat(1, 0)
}
