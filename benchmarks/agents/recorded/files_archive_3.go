names, err := codemode.CallTool("ls", map[string]any{"path": "archive"})
if err != nil {
	return err
}
text := ""
for _, name := range names {
	text += name + "\n"
}
if _, err := codemode.CallTool("write", map[string]any{"path": "archive/index.txt", "text": text}); err != nil {
	return err
}
__out = text
