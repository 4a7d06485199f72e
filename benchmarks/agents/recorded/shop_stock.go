r, err := codemode.CallTool("get_product", map[string]any{"sku": "KB-2"})
if err != nil {
	return err
}
__out = r
