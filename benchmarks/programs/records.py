rows = bench_records(count=10000)
stats = {}
for row in rows:
    if row["status"] == "cancelled":
        continue
    orders, total = stats.get(row["country"], (0, 0.0))
    stats[row["country"]] = (orders + 1, total + row["amount"])
result = []
for country, (orders, total) in stats.items():
    result.append({"country": country, "orders": orders, "mean": round(total / orders * 100) / 100})
result.sort(key=lambda r: r["country"])
out = result
