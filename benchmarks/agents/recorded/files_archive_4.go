r, err := codemode.CallTool("diff", map[string]any{"first": "archive/q1.txt", "second": "archive/q2.txt"})
if err != nil {
	return err
}
__out = r
