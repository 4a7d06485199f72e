r, err := codemode.CallTool("math.add", map[string]any{"a": 5, "b": 7})
if err != nil {
	return err
}
sum := r["result"]

r, err = codemode.CallTool("math.multiply", map[string]any{"a": sum, "b": 3})
if err != nil {
	return err
}

__out = map[string]any{"sum": sum, "product": r["result"]}
