// Ask for the stock of all products at the same time.
r, err := codemode.CallTool("shop.list_products", nil)
if err != nil {
	return err
}
var asks []func() (any, error)
for _, p := range r["products"].([]any) {
	args := map[string]any{"sku": p["sku"]}
	asks = append(asks, func() (any, error) {
		return codemode.CallTool("shop.get_stock", args)
	})
}
stocks, err := codemode.Parallel(asks)
if err != nil {
	return err
}
missing := map[string]int{}
for _, s := range stocks {
	if n := s["reorder_point"].(int) - s["on_hand"].(int); n > 0 {
		missing[s["sku"].(string)] = n
	}
}
__out = missing
