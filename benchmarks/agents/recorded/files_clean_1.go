sorted, err := codemode.CallTool("sort_lines", map[string]any{"path": "reports/draft.txt"})
if err != nil {
	return err
}
if _, err := codemode.CallTool("mv", map[string]any{"source": "reports/draft.txt", "target": "reports/final.txt"}); err != nil {
	return err
}
__out = sorted
