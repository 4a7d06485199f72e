coupons, err := codemode.CallTool("list_coupons")
if err != nil {
	return err
}
var best any
for _, c := range coupons {
	if c["minimum"] <= 393 && (best == nil || c["percent"] > best["percent"]) {
		best = c
	}
}
cart, err := codemode.CallTool("apply_coupon", map[string]any{"code": best["code"]})
if err != nil {
	return err
}
__out = map[string]any{"coupon": best, "total": cart["total"]}
