// FormatInt, FormatFloat, Quote, Append functions.
package main

import (
	"fmt"
	"math"
	"strconv"
)

func main() {
	fmt.Println(strconv.FormatInt(-255, 16), strconv.FormatInt(255, 2), strconv.FormatInt(35, 36), strconv.FormatUint(1<<63, 10), strconv.Itoa(-7))
	for _, f := range []float64{0, 1, 1.5, 1234567.891, 1e21, 1e-7, math.Inf(1), math.NaN(), 100} {
		fmt.Println(strconv.FormatFloat(f, 'f', -1, 64), strconv.FormatFloat(f, 'f', 2, 64), strconv.FormatFloat(f, 'e', 3, 64), strconv.FormatFloat(f, 'g', -1, 64), strconv.FormatFloat(f, 'g', 3, 64), strconv.FormatFloat(f, 'E', -1, 32), strconv.FormatFloat(f, 'G', 5, 64))
	}
	fmt.Println(strconv.FormatFloat(0.1, 'f', -1, 32), strconv.FormatFloat(float64(float32(0.1)), 'g', -1, 32), strconv.FormatFloat(1.005, 'f', 2, 64), strconv.FormatFloat(2.5, 'f', 0, 64))
	fmt.Println(strconv.FormatBool(true), strconv.Quote("a\tb\"é\x00☺\u200b"), strconv.QuoteToASCII("é☺"), strconv.QuoteRune('☺'), strconv.QuoteRuneToASCII('é'))
	for _, s := range []string{`"a\nb"`, "`raw\\n`", `'x'`, `"bad`, `"\u00e9"`, `""`, `x`, `"a"b"`} {
		u, err := strconv.Unquote(s)
		fmt.Printf("%q %v\n", u, err)
	}
	b := []byte("n=")
	b = strconv.AppendInt(b, -5, 10)
	b = strconv.AppendQuote(b, "q")
	b = strconv.AppendBool(b, true)
	b = strconv.AppendFloat(b, 1.5, 'f', 1, 64)
	fmt.Println(string(b))
	fmt.Println(strconv.IsPrint('a'), strconv.IntSize)
}
