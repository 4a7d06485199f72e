res = bench_orders(page=1)
revenue = {}
units = {}
skipped = []
for order in res["orders"]:
    oid = order["id"]
    if order["status"] == "cancelled":
        skipped.append(oid)
        continue
    for item in order["items"]:
        sku = item["sku"]
        qty = int(item["qty"])
        price = item["price"]
        revenue[sku] = revenue.get(sku, 0.0) + qty * price
        units[sku] = units.get(sku, 0) + qty
skus = []
for sku in revenue:
    skus.append(sku)
skus.sort(key=lambda s: -revenue[s])
report = []
for rank, sku in enumerate(skus):
    report.append(
        {
            "rank": rank + 1,
            "sku": sku.upper(),
            "units": units[sku],
            "revenue": round(revenue[sku] * 100) / 100,
            "label": f"{sku}: {units[sku]} units",
        }
    )
out = {"report": report, "skipped": skipped}
