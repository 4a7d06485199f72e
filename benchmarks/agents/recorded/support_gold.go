ids, err := codemode.CallTool("list_customers")
if err != nil {
	return err
}
tasks := []func() (any, error){}
for _, id := range ids {
	tasks = append(tasks, func() (any, error) {
		customer, err := codemode.CallTool("get_customer", map[string]any{"customer_id": id})
		if err != nil || customer["plan"] != "gold" {
			return false, err
		}
		invoices, err := codemode.CallTool("list_invoices", map[string]any{"customer_id": id})
		if err != nil {
			return nil, err
		}
		tickets, err := codemode.CallTool("list_tickets", map[string]any{"customer_id": id})
		if err != nil {
			return nil, err
		}
		unpaid, open := false, false
		for _, invoice := range invoices {
			unpaid = unpaid || !invoice["paid"].(bool)
		}
		for _, ticket := range tickets {
			open = open || ticket["status"] == "open"
		}
		return unpaid && open, nil
	})
}
both, err := codemode.Parallel(tasks)
if err != nil {
	return err
}
found := []any{}
for i, id := range ids {
	if both[i] == true {
		found = append(found, id)
	}
}
__out = found
