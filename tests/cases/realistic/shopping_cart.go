// Promotions as interfaces, rounding of money, receipts.
package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

type Money int64

func (m Money) String() string { return fmt.Sprintf("%d.%02d", m/100, m%100) }

type Product struct {
	SKU   string
	Name  string
	Price Money
	Cat   string
}
type Cart struct {
	lines map[string]int
	order []string
	shop  map[string]Product
}
type Promo interface {
	Name() string
	Apply(c *Cart) Money
}
type BuyXGetY struct {
	SKU  string
	X, Y int
}
type PercentOff struct {
	Cat string
	Pct float64
}
type Threshold struct{ Over, Off Money }

func (b BuyXGetY) Name() string { return fmt.Sprintf("%d for %d on %s", b.X+b.Y, b.X, b.SKU) }
func (b BuyXGetY) Apply(c *Cart) Money {
	n := c.lines[b.SKU]
	return Money(n/(b.X+b.Y)*b.Y) * c.shop[b.SKU].Price
}
func (p PercentOff) Name() string { return fmt.Sprintf("%g%% off %s", p.Pct, p.Cat) }
func (p PercentOff) Apply(c *Cart) (off Money) {
	for sku, n := range c.lines {
		if pr := c.shop[sku]; pr.Cat == p.Cat {
			off += Money(math.Round(float64(pr.Price) * float64(n) * p.Pct / 100))
		}
	}
	return
}
func (t *Threshold) Name() string { return "over " + t.Over.String() }
func (t *Threshold) Apply(c *Cart) Money {
	if c.Subtotal() > t.Over {
		return t.Off
	}
	return 0
}

func (c *Cart) Add(sku string, n int) error {
	if _, ok := c.shop[sku]; !ok {
		return fmt.Errorf("no product %q", sku)
	}
	if _, ok := c.lines[sku]; !ok {
		c.order = append(c.order, sku)
	}
	if c.lines[sku] += n; c.lines[sku] <= 0 {
		delete(c.lines, sku)
		c.order = slices.DeleteFunc(c.order, func(s string) bool { return s == sku })
	}
	return nil
}

func (c *Cart) Subtotal() (t Money) {
	for sku, n := range c.lines {
		t += Money(n) * c.shop[sku].Price
	}
	return
}

func (c *Cart) Receipt(promos ...Promo) string {
	var sb strings.Builder
	for _, sku := range c.order {
		p, n := c.shop[sku], c.lines[sku]
		fmt.Fprintf(&sb, "%-10s %2d x %6v %8v\n", p.Name, n, p.Price, Money(n)*p.Price)
	}
	total := c.Subtotal()
	for _, p := range promos {
		if off := p.Apply(c); off > 0 {
			total -= off
			fmt.Fprintf(&sb, "%-22s %8s\n", p.Name(), "-"+off.String())
		}
	}
	tax := Money(math.Round(float64(total) * 0.19 / 1.19))
	fmt.Fprintf(&sb, "%-22s %8v\n%-22s %8v\n", "TOTAL", total, "incl. tax", tax)
	return sb.String()
}

func main() {
	shop := map[string]Product{}
	for _, p := range []Product{{"A1", "Apple", 35, "food"}, {"B2", "Bread", 249, "food"}, {"C3", "Cable", 1099, "tech"}} {
		shop[p.SKU] = p
	}
	c := &Cart{map[string]int{}, nil, shop}
	for _, l := range strings.Fields("A1:7 C3:1 B2:2 Z9:1 B2:-2 A1:2 C3:2") {
		sku, q, _ := strings.Cut(l, ":")
		n, _ := strconv.Atoi(q)
		if err := c.Add(sku, n); err != nil {
			fmt.Println("error:", err)
		}
	}
	promos := []Promo{BuyXGetY{"A1", 2, 1}, PercentOff{"tech", 12.5}, &Threshold{3000, 250}}
	fmt.Print(c.Receipt(promos...))
	fmt.Print((&Cart{map[string]int{}, nil, shop}).Receipt(promos...))
	for i, p := range promos {
		fmt.Printf("%d %T %v\n", i, p, p.Name())
	}
	fmt.Println(c.order, c.lines, Money(5), Money(-150))
}
