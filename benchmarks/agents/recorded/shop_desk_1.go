var cart any
for _, category := range []string{"keyboards", "mice"} {
	products, err := codemode.CallTool("search_products", map[string]any{"category": category})
	if err != nil {
		return err
	}
	var best any
	for _, p := range products {
		if p["stock"] >= 2 && (best == nil || p["rating"] > best["rating"]) {
			best = p
		}
	}
	cart, err = codemode.CallTool("add_to_cart", map[string]any{"sku": best["sku"], "quantity": 2})
	if err != nil {
		return err
	}
}
__out = cart
