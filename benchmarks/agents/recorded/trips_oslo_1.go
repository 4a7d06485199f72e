found, err := codemode.CallTool("find_traveller", map[string]any{"name": "Ada Berg"})
if err != nil {
	return err
}
from, err := codemode.CallTool("airport_of", map[string]any{"city": "Vienna"})
if err != nil {
	return err
}
to, err := codemode.CallTool("airport_of", map[string]any{"city": "Oslo"})
if err != nil {
	return err
}
flights, err := codemode.CallTool("search_flights", map[string]any{"origin": from, "destination": to, "date": "2026-05-04"})
if err != nil {
	return err
}
var best any
for _, f := range flights {
	if f["seats"] > 0 && (best == nil || f["price"] < best["price"]) {
		best = f
	}
}
booking, err := codemode.CallTool("book_flight", map[string]any{"flight_id": best["id"], "traveller_id": found[0]["id"]})
if err != nil {
	return err
}
__out = map[string]any{"flight": best, "booking": booking}
