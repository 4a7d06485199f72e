found, err := codemode.CallTool("grep", map[string]any{"pattern": "error", "path": "notes/old.log"})
if err != nil {
	return err
}
text := ""
for _, match := range found {
	text += match["text"] + "\n"
}
if _, err := codemode.CallTool("write", map[string]any{"path": "notes/errors.txt", "text": text}); err != nil {
	return err
}
__out = len(found)
