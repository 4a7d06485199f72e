package main

import (
	"fmt"
	"sort"
	"time"
)

res, err := codemode.CallTool("shop.search_products", map[string]interface{}{"category": "keyboards"})
if err != nil {
	return nil, err
}

products := res.(map[string]interface{})["products"].([]interface{})
var lowStock []map[string]interface{}

for i, p := range products {
	product := p.(map[string]interface{})
	sku := product["sku"].(string)
	name := product["name"].(string)

	var inv interface{}
	for attempt := 0; attempt < 4; attempt++ {
		inv, err = codemode.CallTool("shop.get_inventory", map[string]interface{}{"sku": sku})
		if err == nil {
			break
		}
		time.Sleep(100)
	}

	available := 0
	for _, wh := range inv["warehouses"].([]interface{}) {
		w := wh.(map[string]interface{})
		available += w["on_hand"].(int) - w["reserved"].(int)
	}

	reorder := inv["reorder_point"].(int)
	if available < reorder {
		lowStock = append(lowStock, map[string]interface{}{
			"sku": sku,
			"available": available,
			"reorder_point": reorder,
			"shortfall": reorder - available
		})
	}
}

sort.Slice(lowStock, func(a, b int) bool {
	return lowStock[a]["shortfall"].(int) > lowStock[b]["shortfall"].(int)
})

__out = lowStock
return
