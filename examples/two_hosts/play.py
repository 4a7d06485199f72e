"""What compose.yaml does, on one machine and without containers: two workers over one Postgres. One of them is killed in the middle.

    CODEMODE_STORE=postgresql://app@localhost/codemode python examples/two_hosts/play.py

Twelve orders are submitted. Each needs approval before it pays; this process approves them, and any worker that is alive continues them.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from codemode import Engine

HERE = Path(__file__).parent
ORDER = """
price, err := codemode.CallTool("shop.price", map[string]any{"item": data})
if err != nil { return err }
paid, err := codemode.CallTool("shop.pay", map[string]any{"to": "the shop", "amount": price})
if err != nil { return err }
fmt.Println(data, "is ordered")
__out = paid
"""


def worker(store: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "codemode", "worker", "--functions", str(HERE / "shop.py")]
    return subprocess.Popen([*command, "--policy", str(HERE / "policy.json"), "--store", store])


async def main(store: str) -> None:
    workers = [worker(store), worker(store)]
    try:
        async with Engine(store=store, isolation="inline") as engine:
            runs = [await engine.submit(ORDER, data=["tea", "coffee"][n % 2], agent=f"customer {n}") for n in range(12)]
            for number, run in enumerate(runs):
                session = engine.session(f"customer {number}")
                while not (asked := await session.asked()):
                    await asyncio.sleep(0.05)
                if number == 4:
                    workers[0].kill()
                    print("one worker is killed")
                await session.approve(asked[run.run_id][0].call_id, run_id=run.run_id)
            replies = [await run.reply(120) for run in runs]
        for reply in replies:
            print(reply.run_id, reply.status, getattr(reply, "value", ""))
    finally:
        for each in workers:
            each.terminate()
        for each in workers:
            each.wait()


if __name__ == "__main__":
    asyncio.run(main(os.environ["CODEMODE_STORE"]))
