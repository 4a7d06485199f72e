r, err := codemode.CallTool("weather", map[string]any{"city": "Oslo", "date": "2026-05-04"})
if err != nil {
	return err
}
__out = r
