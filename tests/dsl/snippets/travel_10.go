stream, err := codemode.CallToolStream("deals.stream", map[string]any{})
if err != nil {
    return
}

seen := 0
for true {
    deal := stream.Next()
    if deal == nil {
        break
    }
    seen++
    if deal["route"] == "BER-LIS" && deal["price"] < 60 {
        __out := map[string]any{
            "price": deal["price"],
            "ts": deal["ts"],
            "seen": seen
        }
        return
    }
}
