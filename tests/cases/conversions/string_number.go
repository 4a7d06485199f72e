// Numbers and strings: strconv, fmt.Sprint, string(rune) traps.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

func main() {
	n := 65
	fmt.Println(string(rune(n)), strconv.Itoa(n), fmt.Sprint(n), strconv.FormatInt(int64(n), 2))
	v, err := strconv.Atoi("123")
	fmt.Println(v, err)
	_, err = strconv.Atoi("12a")
	fmt.Println(err)
	f, err := strconv.ParseFloat("3.25", 64)
	fmt.Println(f, err)
	b, err := strconv.ParseBool("true")
	fmt.Println(b, err)
	_, err = strconv.ParseBool("maybe")
	fmt.Println(err)
	i64, err := strconv.ParseInt("-ff", 16, 64)
	fmt.Println(i64, err)
	i8, err := strconv.ParseInt("300", 10, 8)
	fmt.Println(i8, err)
	fmt.Println("n="+strconv.Itoa(5), "x"+fmt.Sprint(1.5), strconv.FormatFloat(1.5, 'f', 3, 64), strconv.FormatBool(false))
	var x int
	var s string
	c, err := fmt.Sscanf("age 42 bob", "age %d %s", &x, &s)
	fmt.Println(c, err, x, s)
	c, err = fmt.Sscan("7 seven", &x, &s)
	fmt.Println(c, err, x, s)
	var any1 any = "5"
	if t, ok := any1.(string); ok {
		n, _ := strconv.Atoi(t)
		fmt.Println(n + 1)
	}
	sum := 0
	for _, p := range strings.Split("1,2,x,4", ",") {
		n, err := strconv.Atoi(p)
		if err != nil {
			fmt.Println("skip:", err)
			continue
		}
		sum += n
	}
	fmt.Println(sum)
	var ne *strconv.NumError
	fmt.Println(errors.As(err, &ne), errors.Is(err, strconv.ErrSyntax))
	_, err = strconv.Atoi("99999999999999999999")
	fmt.Println(err, errors.Is(err, strconv.ErrRange), errors.As(err, &ne), ne.Func, ne.Num, ne.Err)
}
