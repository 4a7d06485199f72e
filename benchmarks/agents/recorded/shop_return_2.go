mice, err := codemode.CallTool("search_products", map[string]any{"category": "mice", "text": "vertical"})
if err != nil {
	return err
}
best := mice[0]
for _, m := range mice {
	if m["rating"] > best["rating"] {
		best = m
	}
}
cart, err := codemode.CallTool("add_to_cart", map[string]any{"sku": best["sku"], "quantity": 1})
if err != nil {
	return err
}
__out = cart
