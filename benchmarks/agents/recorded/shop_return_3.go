addresses, err := codemode.CallTool("list_addresses")
if err != nil {
	return err
}
var home any
for _, a := range addresses {
	if a["default"] {
		home = a
	}
}
options, err := codemode.CallTool("shipping_options", map[string]any{"address_id": home["id"]})
if err != nil {
	return err
}
fastest := options[0]
for _, o := range options {
	if o["days"] < fastest["days"] {
		fastest = o
	}
}
order, err := codemode.CallTool("checkout", map[string]any{"address_id": home["id"], "shipping_id": fastest["id"]})
if err != nil {
	return err
}
__out = order
