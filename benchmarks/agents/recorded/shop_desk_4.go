address, err := codemode.CallTool("add_address", map[string]any{"street": "Mill Lane 2", "city": "Wels"})
if err != nil {
	return err
}
options, err := codemode.CallTool("shipping_options", map[string]any{"address_id": address["id"]})
if err != nil {
	return err
}
best := options[0]
for _, o := range options {
	if o["price"] < best["price"] {
		best = o
	}
}
order, err := codemode.CallTool("checkout", map[string]any{"address_id": address["id"], "shipping_id": best["id"]})
if err != nil {
	return err
}
__out = map[string]any{"order": order["id"], "shipping": best, "total": order["total"]}
