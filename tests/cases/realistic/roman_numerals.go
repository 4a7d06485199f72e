// Roman numerals both ways, with validation.
package main

import (
	"fmt"
	"strings"
)

var table = []struct {
	v int
	s string
}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}}

func toRoman(n int) (string, error) {
	if n <= 0 || n >= 4000 {
		return "", fmt.Errorf("%d out of range", n)
	}
	var sb strings.Builder
	for _, e := range table {
		for n >= e.v {
			sb.WriteString(e.s)
			n -= e.v
		}
	}
	return sb.String(), nil
}

func fromRoman(s string) (int, error) {
	vals := map[byte]int{'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}
	total := 0
	for i := range len(s) {
		v, ok := vals[s[i]]
		if !ok {
			return 0, fmt.Errorf("bad numeral %q at %d", s[i], i)
		}
		if i+1 < len(s) && v < vals[s[i+1]] {
			total -= v
		} else {
			total += v
		}
	}
	if back, err := toRoman(total); err != nil || back != s {
		return total, fmt.Errorf("%s is not canonical, want %s", s, back)
	}
	return total, nil
}

func spell(n int) string {
	small := strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens := strings.Fields("_ _ twenty thirty forty fifty sixty seventy eighty ninety")
	switch {
	case n < 0:
		return "minus " + spell(-n)
	case n < 20:
		return small[n]
	case n < 100:
		s := tens[n/10]
		if n%10 != 0 {
			s += "-" + small[n%10]
		}
		return s
	case n < 1000:
		s := small[n/100] + " hundred"
		if n%100 != 0 {
			s += " and " + spell(n%100)
		}
		return s
	}
	for _, u := range []struct {
		v int
		n string
	}{{1_000_000, "million"}, {1000, "thousand"}} {
		if n >= u.v {
			s := spell(n/u.v) + " " + u.n
			if n%u.v != 0 {
				s += " " + spell(n%u.v)
			}
			return s
		}
	}
	return "?"
}

func main() {
	for _, n := range []int{1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999, 0, 4000} {
		fmt.Println(toRoman(n))
	}
	for _, s := range []string{"MCMXCIV", "IIII", "IC", "ABC", "", "XLII"} {
		fmt.Println(fromRoman(s))
	}
	bad := 0
	for n := 1; n < 4000; n++ {
		r, _ := toRoman(n)
		if v, err := fromRoman(r); v != n || err != nil {
			bad++
		}
	}
	fmt.Println("mismatches:", bad)
	for _, n := range []int{0, 13, 21, 100, 342, 1001, 1234567, -45} {
		fmt.Println(n, spell(n))
	}
}
