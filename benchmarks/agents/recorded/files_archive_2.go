r, err := codemode.CallTool("grep", map[string]any{"pattern": "budget", "path": "archive"})
if err != nil {
	return err
}
__out = r
