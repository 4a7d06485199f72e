orders, err := codemode.CallTool("list_orders", map[string]any{"status": "delivered"})
if err != nil {
	return err
}
if len(orders) != 1 {
	__out = orders
	return nil
}
order, err := codemode.CallTool("return_order", map[string]any{"order_id": orders[0]["id"], "reason": "the mouse is too small"})
if err != nil {
	return err
}
__out = order
