"""`python -m tests.engine.stopped_host URL`: a host that is stopped in the middle of a transaction, while it saves for a session."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import psycopg

from codemode.engine.durable.postgres_store import PostgresStore
from codemode.engine.durable.postgres_values import ValueTable


async def main(url: str) -> None:
    store = PostgresStore(url)
    db = store.database.connect()
    try:
        with db.transaction():
            ValueTable(store.database).save_values(db, ("ann", "s"), "store", {"k": '"of the one that was stopped"'})
            print("saves", flush=True)
            os.kill(os.getpid(), signal.SIGSTOP)
        print("saved", flush=True)
    except psycopg.Error as error:
        print(error.sqlstate, flush=True)
    db.close()
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
