import (
	"fmt"
	"sync"
)

var wg sync.WaitGroup
var mu sync.Mutex

bestPrice := 999999
bestDate := ""
bestFlight := ""

for day := 8; day <= 14; day++ {
	wg.Add(1)
	go func() {
		defer wg.Done()
		date := fmt.Sprintf("2026-06-%02d", day)
		res, err := codemode.CallTool("flights.search", map[string]any{
			"origin":      "BER",
			"destination": "LIS",
			"date":        date,
		})
		if err != nil {
			return
		}
		for _, f := range res.(map[string]any)["flights"].([]any) {
			flight := f.(map[string]any)
			price := flight["price"].(map[string]any)["amount"].(float64)
			mu.Lock()
			if price < bestPrice {
				bestPrice = price
				bestDate = date
				bestFlight = flight["id"]
			}
			mu.Unlock()
		}
	}()
}
wg.Wait()

__out := map[string]any{"date": bestDate, "flight": bestFlight, "price": bestPrice}
return __out
