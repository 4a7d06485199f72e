r, err := codemode.CallTool("math.add", map[string]any{"a": 5, "b": 7})
if err != nil {
	return err
}
args := map[string]any{"a": r["result"], "b": 3}
r, err = codemode.CallTool("math.multiply", args)
if err != nil {
	return err
}
__out = r["result"]
