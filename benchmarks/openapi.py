"""What it costs to list a large OpenAPI document, and to run the first program over it.

    python -m benchmarks.openapi DOCUMENT [--isolation inline|process]

The document is served on loopback by a process of its own. Times are CPU seconds of the host, memory is the peak of the whole process.
docs/benchmarks.md says where to get GitHub's.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codemode import Engine, UtcpSource
from codemode.sources.utcp_client import prepare_utcp

_SERVER = """
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

class Document(BaseHTTPRequestHandler):
    def do_GET(self):
        data = open(sys.argv[1], "rb").read()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass

server = HTTPServer(("127.0.0.1", 0), Document)
print(server.server_port, flush=True)
server.serve_forever()
"""


@dataclass(slots=True)
class Cost:
    """Seconds of CPU, and MiB."""

    tools: int
    listed: float
    first: float
    search: float
    peak: float


@contextmanager
def serving(document: Path) -> Iterator[str]:
    process = subprocess.Popen([sys.executable, "-c", _SERVER, str(document)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}/openapi.json"
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


async def measured(url: str, isolation: Any) -> Cost:
    prepare_utcp()
    config = {"manual_call_templates": [{"name": "api", "call_template_type": "http", "url": url}]}
    start = time.process_time()
    source = await UtcpSource.from_config(config)
    entries = await source.list_tools()
    listed = time.process_time() - start
    async with Engine([source], isolation=isolation) as engine:
        await engine.ready()
        start = time.process_time()
        await engine.session().exec("__out = 1 + 1")
        first = time.process_time() - start
        start = time.process_time()
        await engine.session().exec('__out = len(codemode.SearchTools("create an issue", 5))')
        search = time.process_time() - start
        peak = peak_memory()
    await source.close()
    return Cost(len(entries), listed, first, search, peak)


def peak_memory() -> float:
    # not ru_maxrss, which a new process inherits from the one that starts it
    found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
    return int(found[1]) / 1024 if found is not None else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.openapi", description=__doc__)
    parser.add_argument("document", type=Path, help="an OpenAPI document in JSON")
    parser.add_argument("--isolation", choices=("inline", "process"), default="process")
    options = parser.parse_args()
    with serving(options.document) as url:
        cost = asyncio.run(measured(url, options.isolation))
    print(f"{cost.tools} tools listed in {cost.listed:.2f} s of CPU, {cost.peak:.0f} MiB at the peak of the process")
    print(f"first exec {cost.first:.2f} s, the first search {cost.search:.2f} s of CPU")


if __name__ == "__main__":
    main()
