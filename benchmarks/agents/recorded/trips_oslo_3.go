hotels, err := codemode.CallTool("search_hotels", map[string]any{"city": "Oslo", "min_stars": 4})
if err != nil {
	return err
}
best := hotels[0]
for _, h := range hotels {
	if h["price_per_night"] < best["price_per_night"] {
		best = h
	}
}
booking, err := codemode.CallTool("book_hotel", map[string]any{"hotel_id": best["id"], "traveller_id": "T1", "arrival": "2026-05-04", "nights": 3})
if err != nil {
	return err
}
__out = map[string]any{"hotel": best["name"], "booking": booking}
