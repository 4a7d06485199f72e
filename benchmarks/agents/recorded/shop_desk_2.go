cables, err := codemode.CallTool("search_products", map[string]any{"text": "USB-C"})
if err != nil {
	return err
}
cart, err := codemode.CallTool("add_to_cart", map[string]any{"sku": cables[0]["sku"], "quantity": 4})
if err != nil {
	return err
}
__out = cart
