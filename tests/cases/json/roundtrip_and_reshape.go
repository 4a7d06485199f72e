// From JSON text through maps and structs to a report.
package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

type order struct {
	ID    string  `json:"id"`
	Total float64 `json:"total"`
	Items []item  `json:"items"`
	Meta  *meta   `json:"meta,omitempty"`
}
type item struct {
	SKU string  `json:"sku"`
	Qty int     `json:"qty"`
	Px  float64 `json:"price"`
}
type meta struct {
	Gift bool `json:"gift"`
}

const doc = `[
  {"id":"A1","items":[{"sku":"x","qty":2,"price":1.25},{"sku":"y","qty":1,"price":10}]},
  {"id":"B2","items":[],"meta":{"gift":true}},
  {"id":"C3","items":[{"sku":"x","qty":10,"price":1.1}],"extra":{"ignored":[1,2,3]}}
]`

func main() {
	var orders []order
	if err := json.Unmarshal([]byte(doc), &orders); err != nil {
		fmt.Println("error", err)
		return
	}
	bySKU := map[string]int{}
	for i := range orders {
		o := &orders[i]
		for _, it := range o.Items {
			o.Total += float64(it.Qty) * it.Px
			bySKU[it.SKU] += it.Qty
		}
	}
	sort.Slice(orders, func(i, j int) bool { return orders[i].Total > orders[j].Total })
	for _, o := range orders {
		fmt.Printf("%s %6.2f %d %v\n", o.ID, o.Total, len(o.Items), o.Meta != nil && o.Meta.Gift)
	}
	out, _ := json.Marshal(map[string]any{"orders": orders, "sku": bySKU, "n": len(orders)})
	fmt.Println(string(out))
	var back map[string]any
	json.Unmarshal(out, &back)
	list := back["orders"].([]any)
	for _, e := range list {
		m := e.(map[string]any)
		id, _ := m["id"].(string)
		items, ok := m["items"].([]any)
		_, hasMeta := m["meta"]
		fmt.Println(id, m["total"], len(items), ok, hasMeta)
	}
	sum := 0.0
	for _, v := range back["sku"].(map[string]any) {
		sum += v.(float64)
	}
	fmt.Println(sum, back["n"], back["n"] == 3.0, back["n"] == 3)
	again, _ := json.Marshal(back)
	fmt.Println(string(again))
	var o order
	err := json.NewDecoder(strings.NewReader(`{"id":"Z","items":[{"qty":"many"}]}`)).Decode(&o)
	fmt.Println(err, o.ID)
}
