import asyncio


async def main():
    return await asyncio.gather(*[bench_nap(i=i) for i in range(100)])


out = sum(await main())
