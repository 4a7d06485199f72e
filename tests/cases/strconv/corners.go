// Numbers and quotes at their limits, and what is refused.
package main

import (
	"fmt"
	"math"
	"strconv"
)

func main() {
	for _, s := range []string{"0", "-0", "+5", "0x1f", "0b11", "0o7", "07", "1_000", "1__0", "_1", "", " 1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e3", "٣", "0x", "0X_F"} {
		a, e1 := strconv.Atoi(s)
		b, e2 := strconv.ParseInt(s, 0, 64)
		c, e3 := strconv.ParseUint(s, 0, 8)
		fmt.Println(a, e1, b, e2, c, e3)
	}
	for _, b := range []int{2, 8, 16, 36, 1, 37, 10} {
		v, err := strconv.ParseInt("zz", b, 32)
		w, err2 := strconv.ParseInt("-101", b, 8)
		fmt.Println(v, err, w, err2)
	}
	fmt.Println(strconv.ParseInt("128", 10, 8))
	fmt.Println(strconv.ParseInt("1", 10, 65))
	for _, s := range []string{"1.5", "1e400", "-1e400", "nan", "-NaN", "Inf", "+infinity", "-inf", "1_0.5", ".5", "5.", ".", "1e", "1e+", "1e-400", "4.9e-324", "2.4e-324", "1.7976931348623159e308", "0.1e1x", "1,5", "0x1", "1e5_0"} {
		f, err := strconv.ParseFloat(s, 64)
		g, err2 := strconv.ParseFloat(s, 32)
		fmt.Println(f, err, g, err2)
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 1, 0.1, 1e21, 1e20, 123456789, 1e-5, 1e-4, 1.0 / 3, math.MaxFloat64, 5e-324, math.Inf(-1), math.NaN(), 100, 2.5, 3.5, 0.000001234} {
		for _, fm := range []byte("beEfgGxX") {
			fmt.Print(strconv.FormatFloat(f, fm, -1, 64), " ", strconv.FormatFloat(f, fm, 3, 32), " ")
		}
		fmt.Println()
	}
	fmt.Println(strconv.FormatFloat(1.5, 'z', -1, 64), strconv.FormatFloat(2.5, 'f', 0, 64), strconv.FormatFloat(1234.5678, 'g', 2, 64))
	for _, s := range []string{"hi", "a\"b", "tab\t\n", "é☺\u200b", "\x00\x7f\xff", "`", "'", "\U0010ffff", "日本\u00a0"} {
		fmt.Println(strconv.Quote(s), strconv.QuoteToASCII(s), len(s))
	}
	for _, s := range []string{`"a\tb"`, "`raw\\`", `'x'`, `"\u00e9\xff\101"`, `"unterminated`, `'ab'`, `"\q"`, `""`, ``, `"a"b`, `'\''`, `"\'"`, "\"\n\""} {
		u, err := strconv.Unquote(s)
		fmt.Printf("%q %v\n", u, err)
	}
	for _, r := range []rune{'a', '\'', '\n', '☺', 0x10ffff, -1, 0xd800, 0x7f} {
		fmt.Print(strconv.QuoteRune(r), strconv.QuoteRuneToASCII(r), strconv.IsPrint(r), " ")
	}
	fmt.Println()
	fmt.Println(strconv.FormatInt(-255, 16), strconv.FormatInt(math.MinInt64, 2), strconv.FormatUint(math.MaxUint64, 36), strconv.Itoa(-0))
	for _, s := range []string{"1", "t", "TRUE", "True", "tRUE", "yes", "0", "F", ""} {
		b, err := strconv.ParseBool(s)
		fmt.Print(b, " ", err, "; ")
	}
	fmt.Println(strconv.FormatBool(true))
	b := strconv.AppendInt([]byte("n="), 42, 2)
	b = strconv.AppendQuote(append(b, ' '), "q")
	b = strconv.AppendFloat(b, 1.25, 'e', -1, 32)
	b = strconv.AppendBool(b, false)
	b = strconv.AppendUint(b, 7, 10)
	fmt.Println(string(b))
	defer func() { fmt.Println(recover()) }()
	strconv.FormatInt(1, 40)
}
