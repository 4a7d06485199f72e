if _, err := codemode.CallTool("rm", map[string]any{"path": "notes/old.log"}); err != nil {
	return err
}
todo, err := codemode.CallTool("cat", map[string]any{"path": "notes/todo.txt"})
if err != nil {
	return err
}
kept := ""
for _, line := range strings.Split(strings.TrimSpace(todo), "\n") {
	if !strings.Contains(line, "TODO") {
		kept += line + "\n"
	}
}
if _, err := codemode.CallTool("write", map[string]any{"path": "notes/todo.txt", "text": kept}); err != nil {
	return err
}
__out = kept
