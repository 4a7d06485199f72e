readings, err := codemode.CallTool("readings", map[string]any{"day": "2026-03-02"})
if err != nil {
	return err
}
highest := map[string]float64{}
for _, r := range readings {
	highest[r["room"]] = max(highest[r["room"]], r["celsius"])
}
for room, celsius := range highest {
	if _, err := codemode.CallTool("set_alarm", map[string]any{"room": room, "celsius": celsius + 1}); err != nil {
		return err
	}
	highest[room] = celsius + 1
}
__out = highest
