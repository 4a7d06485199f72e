text, err := codemode.CallTool("bench.text", nil)
if err != nil {
	return err
}
counts := map[string]int{}
for _, word := range strings.Fields(text.(string)) {
	counts[strings.ToLower(word)]++
}
best, most := "", 0
for word, count := range counts {
	if count > most || count == most && word < best {
		best, most = word, count
	}
}
__out = map[string]any{"word": best, "count": most, "distinct": len(counts)}
