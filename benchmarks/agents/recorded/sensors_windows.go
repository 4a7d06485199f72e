events, err := codemode.CallTool("events", map[string]any{"day": "2026-03-02", "kind": "window"})
if err != nil {
	return err
}
seconds := 0.0
for _, e := range events {
	if e["room"] == "lab" {
		seconds += e["seconds"]
	}
}
__out = seconds
