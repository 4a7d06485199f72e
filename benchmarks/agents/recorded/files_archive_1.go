if _, err := codemode.CallTool("mkdir", map[string]any{"path": "archive"}); err != nil {
	return err
}
moved := []any{}
for _, name := range []string{"q1.txt", "q2.txt"} {
	to, err := codemode.CallTool("mv", map[string]any{"source": "reports/" + name, "target": "archive"})
	if err != nil {
		return err
	}
	moved = append(moved, to)
}
__out = moved
