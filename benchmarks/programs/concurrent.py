from concurrent.futures import ThreadPoolExecutor

with ThreadPoolExecutor(100) as pool:
    out = sum(pool.map(bench_nap, range(100)))
