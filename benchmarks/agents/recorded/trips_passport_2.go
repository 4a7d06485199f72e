to, err := codemode.CallTool("airport_of", map[string]any{"city": "Oslo"})
if err != nil {
	return err
}
if _, err := codemode.CallTool("cancel_booking", map[string]any{"booking_id": "B1"}); err != nil {
	return err
}
flights, err := codemode.CallTool("search_flights", map[string]any{"origin": "VIE", "destination": to, "date": "2026-05-04"})
if err != nil {
	return err
}
var first any
for _, f := range flights {
	if f["seats"] > 0 && (first == nil || f["departs"] < first["departs"]) {
		first = f
	}
}
booking, err := codemode.CallTool("book_flight", map[string]any{"flight_id": first["id"], "traveller_id": "T2"})
if err != nil {
	return err
}
if _, err := codemode.CallTool("add_note", map[string]any{"text": "Booking B1 (flight F6 to Berlin) was cancelled."}); err != nil {
	return err
}
__out = map[string]any{"flight": first, "booking": booking}
