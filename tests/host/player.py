"""`python -m tests.host.player`: the process that is attacked. Reads which attack, writes what it cost, a line each."""

from __future__ import annotations

import asyncio
import logging
import os
import sys

from tests.host.attacks import controls, table
from tests.host.host import Host, serve


def main() -> None:
    logging.getLogger().addHandler(logging.NullHandler())
    logging.getLogger("codemode").setLevel(logging.CRITICAL)
    # what anything prints must not come between the lines
    with os.fdopen(os.dup(1), "w", buffering=1) as told:
        os.dup2(2, 1)

        def tell(line: str) -> None:
            told.write(line + "\n")

        async def run() -> None:
            await serve(Host(), table() | controls(), sys.stdin.readline, tell)

        asyncio.run(run())


if __name__ == "__main__":
    main()
