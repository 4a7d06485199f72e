found, err := codemode.CallTool("find_traveller", map[string]any{"name": "Ben Cole"})
if err != nil {
	return err
}
id := found[0]["id"]
if _, err := codemode.CallTool("update_passport", map[string]any{"traveller_id": id, "passport": "P2207"}); err != nil {
	return err
}
from, err := codemode.CallTool("airport_of", map[string]any{"city": "Vienna"})
if err != nil {
	return err
}
to, err := codemode.CallTool("airport_of", map[string]any{"city": "Berlin"})
if err != nil {
	return err
}
flights, err := codemode.CallTool("search_flights", map[string]any{"origin": from, "destination": to, "date": "2026-05-04"})
if err != nil {
	return err
}
booking, err := codemode.CallTool("book_flight", map[string]any{"flight_id": flights[0]["id"], "traveller_id": id})
if err != nil {
	return err
}
__out = map[string]any{"flights": flights, "booking": booking}
