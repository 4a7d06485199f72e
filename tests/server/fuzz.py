"""Schemathesis over /openapi.json of a server on this machine: `make fuzz-api`. Nothing it sends may be answered with a server error, or otherwise
than the document says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from anyio.from_thread import start_blocking_portal

from codemode import CodeModeUTCP
from codemode.server.access import Tokens, hash_of
from tests.server.conftest import Bank, serving

ANSWER = '{"tools": ["math.add"], "code": "__out = 1 + 2", "stream": false}'
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def main(examples: str = "50") -> int:
    """Gives the exit status of schemathesis."""
    front = CodeModeUTCP(None, lambda _: ANSWER, sources=[Bank().source()], isolation="inline")
    # without a token that is taken, most requests would end at the door
    fuzzer = {"name": "fuzz", "sha256": hash_of("cm_fuzz"), "agent": "*", "scopes": ["run", "approve", "read"]}
    served = serving(engine={"history": "1d"}, front=front, tokens=Tokens.of_data({"tokens": [fuzzer]}))
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(served) as running:
        settings = str(Path(__file__).with_suffix(".toml"))
        command = [
            str(Path(sys.executable).with_name("st")),
            "--config-file",
            settings,
            "run",
            f"{running.url}/openapi.json",
        ]
        command += ["--exclude-path-regex", "/events$"]  # those never end
        command += ["--header", "Authorization: Bearer cm_fuzz"]
        command += ["--phases", "coverage,fuzzing", "--checks", CHECKS, "-n", examples, "--continue-on-failure"]
        return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
