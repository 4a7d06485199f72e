budget, err := codemode.CallTool("get_budget")
if err != nil {
	return err
}
crowns, err := codemode.CallTool("convert", map[string]any{"amount": budget["left"], "currency": "NOK"})
if err != nil {
	return err
}
__out = map[string]any{"left": budget["left"], "crowns": crowns}
