readings, err := codemode.CallTool("readings", map[string]any{"day": "2026-03-02"})
if err != nil {
	return err
}
sum, count := map[string]float64{}, map[string]int{}
for _, r := range readings {
	sum[r["room"]] += r["celsius"]
	count[r["room"]]++
}
mean := map[string]float64{}
for room, total := range sum {
	mean[room] = codemode.Round(total/float64(count[room]), 1)
}
__out = mean
