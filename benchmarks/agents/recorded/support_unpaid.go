ids, err := codemode.CallTool("list_customers")
if err != nil {
	return err
}
tasks := []func() (any, error){}
for _, id := range ids {
	tasks = append(tasks, func() (any, error) {
		return codemode.CallTool("list_invoices", map[string]any{"customer_id": id})
	})
}
lists, err := codemode.Parallel(tasks)
if err != nil {
	return err
}
all, most, worst := 0.0, 0.0, ""
for i, invoices := range lists {
	owed := 0.0
	for _, invoice := range invoices {
		if !invoice["paid"] {
			owed += invoice["amount"]
		}
	}
	all += owed
	if owed > most {
		most, worst = owed, ids[i]
	}
}
__out = map[string]any{"unpaid": all, "customer": worst, "owes": most}
