r, err := codemode.CallTool("shop.get_stock", map[string]any{"sku": "MS-2"})
if err != nil {
	return err
}
missing := r["reorder_point"].(int) - r["on_hand"].(int)
args := map[string]any{"sku": "MS-2", "quantity": missing}
order, err := codemode.CallTool("shop.place_order", args)
if err != nil {
	__out = "nothing was ordered: " + err.Error()
	return
}
__out = order
