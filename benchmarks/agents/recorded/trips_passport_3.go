budget, err := codemode.CallTool("get_budget")
if err != nil {
	return err
}
__out = budget
