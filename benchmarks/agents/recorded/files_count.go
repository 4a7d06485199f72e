r, err := codemode.CallTool("wc", map[string]any{"path": "reports/q1.txt"})
if err != nil {
	return err
}
__out = r
