// Look at the stock of every product at the same time.
r, err := codemode.CallTool("shop.list_products", nil)
if err != nil {
	return err
}
products := r["products"].([]any)

type shortage struct {
	SKU     string `json:"sku"`
	Name    string `json:"name"`
	Missing int    `json:"missing"`
}

var (
	wg     sync.WaitGroup
	mu     sync.Mutex
	short  []shortage
	failed error
)
for _, p := range products {
	wg.Add(1)
	go func() {
		defer wg.Done()
		stock, err := codemode.CallTool("shop.get_stock", map[string]any{"sku": p["sku"]})
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed = err
			return
		}
		if missing := stock["reorder_point"].(int) - stock["on_hand"].(int); missing > 0 {
			short = append(short, shortage{p["sku"].(string), p["name"].(string), missing})
		}
	}()
}
wg.Wait()
if failed != nil {
	return failed
}

sort.Slice(short, func(i, j int) bool { return short[i].Missing > short[j].Missing })
for _, s := range short {
	fmt.Printf("%-18s %2d missing\n", s.Name, s.Missing)
}
__out = short
