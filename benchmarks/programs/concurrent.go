import "sync"

total := 0
var mu sync.Mutex
var wg sync.WaitGroup
for i := range 100 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		got, err := codemode.CallTool("bench.nap", map[string]any{"i": i})
		if err != nil {
			panic(err)
		}
		mu.Lock()
		defer mu.Unlock()
		total += int(got.(float64))
	}()
}
wg.Wait()
__out = total
