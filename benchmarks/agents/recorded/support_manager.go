ids, err := codemode.CallTool("list_customers")
if err != nil {
	return err
}
moved := 0
for _, id := range ids {
	customer, err := codemode.CallTool("get_customer", map[string]any{"customer_id": id})
	if err != nil {
		return err
	}
	if customer["account_manager"] != "manager2@example.org" {
		continue
	}
	_, err = codemode.CallTool("set_account_manager", map[string]any{"customer_id": id, "mail": "nia@example.org"})
	if err != nil {
		return err
	}
	moved++
}
__out = moved
