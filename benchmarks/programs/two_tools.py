total = bench_add(a=5, b=7)
product = bench_multiply(a=total, b=3)
out = {"sum": total, "product": product}
