flights, err := codemode.CallTool("search_flights", map[string]any{"origin": "OSL", "destination": "VIE", "date": "2026-05-07"})
if err != nil {
	return err
}
var best any
for _, f := range flights {
	if f["seats"] > 0 && (best == nil || f["price"] < best["price"]) {
		best = f
	}
}
booking, err := codemode.CallTool("book_flight", map[string]any{"flight_id": best["id"], "traveller_id": "T1"})
if err != nil {
	return err
}
__out = map[string]any{"flight": best, "booking": booking}
