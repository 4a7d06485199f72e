// The texts of strconv errors.
package main

import (
	"fmt"
	"strconv"
)

func main() {
	show := func(v any, err error) { fmt.Println(v, err) }
	for _, s := range []string{"0", "-0", "+5", "007", "1_000", "", " 1", "1 ", "0x10", "9223372036854775808", "-9223372036854775809", "1.0", "abc", "１"} {
		n, err := strconv.Atoi(s)
		show(n, err)
	}
	for _, c := range []struct {
		s    string
		base int
		bits int
	}{{"ff", 16, 64}, {"0xff", 0, 64}, {"0b101", 0, 64}, {"0o17", 0, 64}, {"017", 0, 64}, {"1_000", 0, 64}, {"128", 10, 8}, {"-129", 10, 8}, {"z", 36, 64}, {"2", 2, 64}, {"1", 1, 64}, {"1", 10, 65}, {"g", 16, 0}} {
		n, err := strconv.ParseInt(c.s, c.base, c.bits)
		show(n, err)
	}
	for _, s := range []string{"255", "256", "-1", "+1", ""} {
		n, err := strconv.ParseUint(s, 10, 8)
		show(n, err)
	}
	for _, s := range []string{"1.5", ".5", "5.", "1e3", "1e400", "-1e400", "inf", "-Inf", "nan", "1_0.5", "1e", "", "1.5.5", "infinity", "+3"} {
		f, err := strconv.ParseFloat(s, 64)
		show(f, err)
	}
	for _, s := range []string{"1", "t", "T", "TRUE", "true", "True", "0", "f", "F", "FALSE", "tRUE", "yes", ""} {
		b, err := strconv.ParseBool(s)
		show(b, err)
	}
	f32, err := strconv.ParseFloat("3.4e39", 32)
	show(f32, err)
}
