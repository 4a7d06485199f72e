text = bench_text()
counts = {}
for word in text.split():
    w = word.lower()
    counts[w] = counts.get(w, 0) + 1
best, most = "", 0
for word, count in counts.items():
    if count > most or count == most and word < best:
        best, most = word, count
out = {"word": best, "count": most, "distinct": len(counts)}
