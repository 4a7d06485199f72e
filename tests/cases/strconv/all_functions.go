// strconv: every function on good and bad texts.
package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

func main() {
	for _, s := range []string{"12", "-12", "+5", "0x1f", "0b11", "0o17", "017", "1_000", "", " 1", "99999999999999999999", "abc", "1.5", "-", "9223372036854775807", "9223372036854775808", "-9223372036854775808"} {
		i, err := strconv.Atoi(s)
		j, err2 := strconv.ParseInt(s, 0, 64)
		k, err3 := strconv.ParseInt(s, 16, 8)
		u, err4 := strconv.ParseUint(s, 10, 16)
		fmt.Println(i, err, "|", j, err2, "|", k, err3, "|", u, err4)
	}
	for _, s := range []string{"1", "1.5", "-0", "1e5", "1E-5", ".5", "5.", "inf", "-Infinity", "nan", "NaN", "1e400", "-1e400", "1_0.5", "1e", "", "+.e1", "1e-400", "3.4e39", "infin"} {
		f, err := strconv.ParseFloat(s, 64)
		g, err2 := strconv.ParseFloat(s, 32)
		fmt.Println(f, err, g, err2)
	}
	for _, s := range []string{"1", "t", "TRUE", "True", "tRUE", "0", "F", "yes", ""} {
		b, err := strconv.ParseBool(s)
		fmt.Println(b, err)
	}
	_, err := strconv.Atoi("x")
	var ne *strconv.NumError
	fmt.Println(errors.As(err, &ne), ne.Func, ne.Num, ne.Err == strconv.ErrSyntax, errors.Is(err, strconv.ErrSyntax))
	_, err = strconv.ParseInt("1", 1, 64)
	fmt.Println(err)
	_, err = strconv.ParseInt("1", 10, 65)
	fmt.Println(err)
	fmt.Printf("%#v\n", ne.Err)
	for _, f := range []float64{1, 1.5, 1e21, 1e20, 1e-7, 123456789, 0.000001, math.Pi, -0.0, 100, 5e-324, math.MaxFloat64} {
		for _, v := range "efgEGbxX" {
			fmt.Print(strconv.FormatFloat(f, byte(v), -1, 64), " ", strconv.FormatFloat(f, byte(v), 3, 64), " ", strconv.FormatFloat(f, byte(v), 0, 32), " ")
		}
		fmt.Println()
	}
	for _, s := range []string{"a\tb\x00\x7f\u00e9\u200b\U0001F600\xff\"'\\", "日本", "`", "\u00a0\ufeff"} {
		fmt.Println(strconv.Quote(s), strconv.QuoteToASCII(s), len(s))
	}
	for _, r := range []rune{'a', '\'', '"', 0x1F600, 0xFFFD, -1, 0x10ffff + 1, 0xd800, '\n', 0xad} {
		fmt.Println(strconv.QuoteRune(r), strconv.QuoteRuneToASCII(r), strconv.IsPrint(r))
	}
	for _, s := range []string{`"a\nb"`, "`a\\n`", `'x'`, `"x`, `"\u00e9\x41\101"`, `abc`, `""`, `'ab'`, `"\'"`, `'\''`, `"a` + "\n" + `"`} {
		u, err := strconv.Unquote(s)
		fmt.Printf("%q %v\n", u, err)
	}
	fmt.Println(strconv.FormatInt(-255, 2), strconv.FormatInt(35, 36), strconv.FormatUint(math.MaxUint64, 7), strconv.Itoa(-0))
	b := strconv.AppendInt(nil, 5, 10)
	b = strconv.AppendQuote(b, "x")
	b = strconv.AppendBool(b, true)
	b = strconv.AppendFloat(b, 1.5, 'g', -1, 64)
	b = strconv.AppendUint(b, 7, 2)
	fmt.Println(string(b))
	defer func() { fmt.Println(recover()) }()
	strconv.FormatInt(1, 40)
}
