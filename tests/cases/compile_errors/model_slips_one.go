// A program as a model might write it, with several slips.
package main

import "fmt"

type Item struct {
	Name  string
	Price float64
	Qty   int
}

func total(items []Item) float64 {
	sum := 0
	for _, it := range items {
		sum += it.Price * it.Qty // problem: invalid operation: it.Price * it.Qty (mismatched types float64 and int)
	}
	return sum // problem: cannot use sum (variable of type int) as float64 value in return statement
}

func find(items []Item, name string) (*Item, bool) {
	for i, it := range items {
		if it.Name == 5 { // problem: invalid operation: it.Name == 5 (mismatched types string and untyped int)
			return &items[i], true
		}
	}
	return nil, false
}

func main() {
	items := []Item{{"pen", 1.5, 2}, {"ink", 10, 1}}
	fmt.Println(total(items))
}
