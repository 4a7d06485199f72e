// Decode JSON, filter, group, aggregate and encode a summary.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"sort"
)

const input = `{"page":1,"orders":[
 {"id":101,"customer":{"name":"Ann","vip":true},"lines":[{"sku":"A","qty":2,"price":9.99},{"sku":"B","qty":1,"price":20}],"status":"paid"},
 {"id":102,"customer":{"name":"Bob"},"lines":[{"sku":"A","qty":1,"price":9.99}],"status":"open","coupon":null},
 {"id":103,"customer":{"name":"Ann","vip":true},"lines":[],"status":"paid"},
 {"id":104,"customer":{"name":"Cid"},"lines":[{"sku":"C","qty":10,"price":0.5}],"status":"paid","coupon":"TEN"}]}`

type Line struct {
	SKU   string  `json:"sku"`
	Qty   int     `json:"qty"`
	Price float64 `json:"price"`
}
type Order struct {
	ID       int `json:"id"`
	Customer struct {
		Name string `json:"name"`
		VIP  bool   `json:"vip"`
	} `json:"customer"`
	Lines  []Line  `json:"lines"`
	Status string  `json:"status"`
	Coupon *string `json:"coupon"`
}
type Summary struct {
	Customer string         `json:"customer"`
	Orders   int            `json:"orders"`
	Total    float64        `json:"total"`
	Skus     map[string]int `json:"skus,omitempty"`
	Flags    []string       `json:"flags"`
}

func (o Order) Total() (t float64) {
	for _, l := range o.Lines {
		t += float64(l.Qty) * l.Price
	}
	if o.Coupon != nil && *o.Coupon == "TEN" {
		t *= 0.9
	}
	return math.Round(t*100) / 100
}

func main() {
	var doc struct {
		Page   int     `json:"page"`
		Orders []Order `json:"orders"`
	}
	if err := json.Unmarshal([]byte(input), &doc); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	byName := map[string]*Summary{}
	for _, o := range doc.Orders {
		if o.Status != "paid" {
			fmt.Println("skipping", o.ID, o.Status)
			continue
		}
		s, ok := byName[o.Customer.Name]
		if !ok {
			s = &Summary{Customer: o.Customer.Name, Skus: map[string]int{}}
			byName[o.Customer.Name] = s
		}
		s.Orders++
		s.Total += o.Total()
		for _, l := range o.Lines {
			s.Skus[l.SKU] += l.Qty
		}
		if o.Customer.VIP && !slices.Contains(s.Flags, "vip") {
			s.Flags = append(s.Flags, "vip")
		}
	}
	list := make([]Summary, 0, len(byName))
	for _, s := range byName {
		list = append(list, *s)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Total > list[j].Total })
	out, err := json.MarshalIndent(map[string]any{"page": doc.Page, "customers": list, "generated": true}, "", "  ")
	fmt.Println(string(out), err)
	var generic map[string]any
	_ = json.Unmarshal([]byte(input), &generic)
	ids := []float64{}
	for _, o := range generic["orders"].([]any) {
		m := o.(map[string]any)
		if _, has := m["coupon"]; has {
			ids = append(ids, m["id"].(float64))
		}
		if c, ok := m["coupon"].(string); ok {
			fmt.Println("coupon", c)
		}
	}
	fmt.Println(ids)
}
