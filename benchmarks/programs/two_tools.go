sum, err := codemode.CallTool("bench.add", map[string]any{"a": 5, "b": 7})
if err != nil {
	return err
}
product, err := codemode.CallTool("bench.multiply", map[string]any{"a": sum, "b": 3})
if err != nil {
	return err
}
__out = map[string]any{"sum": sum, "product": product}
