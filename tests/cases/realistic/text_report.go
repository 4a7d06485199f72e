// A report with aligned columns, subtotals and wrapping.
package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
)

type sale struct {
	region, rep string
	amount      float64
	units       int
}

var raw = `north,ann,1200.50,10
south,bob,800,4
north,cid,99.99,1
east,dan,15000,120
south,eve,650.25,x
south,bob,1200,6
north,ann,300.1,3
bad line`

func parse(s string) (sales []sale, errs []error) {
	for n, line := range strings.Split(s, "\n") {
		f := strings.Split(line, ",")
		if len(f) != 4 {
			errs = append(errs, fmt.Errorf("line %d: want 4 fields, have %d", n+1, len(f)))
			continue
		}
		amt, err := strconv.ParseFloat(f[2], 64)
		if err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", n+1, err))
			continue
		}
		units, err := strconv.Atoi(f[3])
		if err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", n+1, err))
			continue
		}
		sales = append(sales, sale{f[0], f[1], amt, units})
	}
	return
}

func wrap(text string, width int) (lines []string) {
	line := ""
	for _, w := range strings.Fields(text) {
		if line != "" && len(line)+1+len(w) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	return append(lines, line)
}

func main() {
	sales, errs := parse(raw)
	byRegion := map[string][]sale{}
	for _, s := range sales {
		byRegion[s.region] = append(byRegion[s.region], s)
	}
	rule := strings.Repeat("=", 40)
	fmt.Println(rule)
	fmt.Printf("%-20s%10s%10s\n", "Sales by region", "Units", "Amount")
	fmt.Println(rule)
	grand := 0.0
	for _, r := range slices.Sorted(maps.Keys(byRegion)) {
		list := byRegion[r]
		sort.SliceStable(list, func(i, j int) bool { return list[i].amount > list[j].amount })
		sub, units := 0.0, 0
		fmt.Println(strings.ToUpper(r[:1]) + r[1:])
		for _, s := range list {
			fmt.Printf("  %-18s%10d%10.2f\n", s.rep, s.units, s.amount)
			sub += s.amount
			units += s.units
		}
		fmt.Printf("%20s%10d%10.2f\n", "subtotal", units, sub)
		grand += sub
	}
	fmt.Println(rule)
	fmt.Printf("%-30s%10.2f\n", "Grand total", grand)
	for _, e := range errs {
		fmt.Println("!", e)
	}
	for i, l := range wrap("The quick brown fox jumps over the lazy dog and keeps running through the forest until night", 24) {
		fmt.Printf("%2d|%-24s|\n", i, l)
	}
	best := slices.MaxFunc(sales, func(a, b sale) int { return cmp.Compare(a.amount/float64(a.units), b.amount/float64(b.units)) })
	fmt.Printf("%+v %v\n", best, len(errs))
}
