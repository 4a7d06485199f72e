res, err := codemode.CallTool("bench.records", map[string]any{"count": 10000})
if err != nil {
	return err
}
type stat struct {
	orders int
	total  float64
}
stats := map[string]stat{}
for _, r := range res.([]any) {
	row := r.(map[string]any)
	if row["status"].(string) == "cancelled" {
		continue
	}
	s := stats[row["country"].(string)]
	s.orders++
	s.total += row["amount"].(float64)
	stats[row["country"].(string)] = s
}
out := []map[string]any{}
for country, s := range stats {
	out = append(out, map[string]any{"country": country, "orders": s.orders, "mean": math.Round(s.total/float64(s.orders)*100) / 100})
}
sort.Slice(out, func(i, j int) bool { return out[i]["country"].(string) < out[j]["country"].(string) })
__out = out
