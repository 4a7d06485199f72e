type line struct {
	SKU   string
	Qty   int
	Price float64
}

res, err := codemode.CallTool("bench.orders", map[string]any{"page": 1})
if err != nil {
	return err
}
revenue := map[string]float64{}
units := map[string]int{}
var skipped []string
for _, o := range res.(map[string]any)["orders"].([]any) {
	order := o.(map[string]any)
	id := order["id"].(string)
	if order["status"] == "cancelled" {
		skipped = append(skipped, id)
		continue
	}
	for _, it := range order["items"].([]any) {
		item := it.(map[string]any)
		l := line{SKU: item["sku"].(string), Qty: int(item["qty"].(float64)), Price: item["price"].(float64)}
		revenue[l.SKU] += float64(l.Qty) * l.Price
		units[l.SKU] += l.Qty
	}
}
skus := make([]string, 0, len(revenue))
for sku := range revenue {
	skus = append(skus, sku)
}
sort.Slice(skus, func(i, j int) bool { return revenue[skus[i]] > revenue[skus[j]] })
report := []map[string]any{}
for rank, sku := range skus {
	report = append(report, map[string]any{
		"rank":    rank + 1,
		"sku":     strings.ToUpper(sku),
		"units":   units[sku],
		"revenue": math.Round(revenue[sku]*100) / 100,
		"label":   fmt.Sprintf("%s: %d units", sku, units[sku]),
	})
}
__out = map[string]any{"report": report, "skipped": skipped}
