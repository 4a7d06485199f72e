// Aligned tables with widths from data.
package main

import (
	"fmt"
	"strconv"
	"strings"
)

type row struct {
	name  string
	qty   int
	price float64
}

func main() {
	rows := []row{{"Widget", 3, 4.5}, {"Gadget long name", 12, 19.999}, {"Ünïcödé", 100, 0.25}}
	w := 0
	for _, r := range rows {
		w = max(w, len([]rune(r.name)))
	}
	fmt.Printf("%-*s %5s %10s\n", w, "Item", "Qty", "Price")
	fmt.Println(strings.Repeat("-", w+17))
	total := 0.0
	for i, r := range rows {
		fmt.Printf("%-*s %5d %10.2f\n", w, r.name, r.qty, r.price)
		total += float64(r.qty) * r.price
		_ = i
	}
	fmt.Printf("%*s %10.2f\n", w+6, "Total:", total)
	for i := 1; i <= 4; i++ {
		for j := 1; j <= 6; j++ {
			fmt.Printf("%4d", i*j)
		}
		fmt.Println()
	}
	fmt.Printf("|%7s|%-7s|%7d|%-7d|%07d|%7.2f|%-7.2f|%+7d|\n", "ab", "ab", 42, 42, 42, 3.14159, 3.14159, 42)
	fmt.Printf("%s%s%s\n", strings.Repeat("=", 3), fmt.Sprintf("[%^5s]", "x"), strings.Repeat("=", 3))
	center := func(s string, w int) string {
		pad := w - len(s)
		return strings.Repeat(" ", pad/2) + s + strings.Repeat(" ", pad-pad/2)
	}
	fmt.Printf("|%s|%s|\n", center("mid", 9), center("even", 9))
	bar := func(n int) string { return strings.Repeat("█", n) + strings.Repeat("░", 10-n) }
	for _, n := range []int{0, 3, 10} {
		fmt.Printf("%3d%% %s\n", n*10, bar(n))
	}
	bytes := func(n int64) string {
		units := []string{"B", "KB", "MB", "GB"}
		f, i := float64(n), 0
		for f >= 1024 && i < len(units)-1 {
			f /= 1024
			i++
		}
		return fmt.Sprintf("%.1f %s", f, units[i])
	}
	fmt.Println(bytes(500), bytes(1536), bytes(5<<20), bytes(3<<40))
	comma := func(n int) string {
		s := strconv.Itoa(n)
		for i := len(s) - 3; i > 0; i -= 3 {
			s = s[:i] + "," + s[i:]
		}
		return s
	}
	fmt.Println(comma(1), comma(1234), comma(1234567))
}
