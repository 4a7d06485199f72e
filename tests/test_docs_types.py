"""Every Python example of README and docs passes `pyright` in strict mode and `mypy --strict`: users' programs can be as typed as the package is.

Those of docs/integrations.md are left out: they import frameworks that have environments of their own (make test-ecosystem). So are programs of
guests, whose names the engine gives.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.doc_examples import ROOT, examples


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one module for each example, named after its place."""
    folder = tmp_path_factory.mktemp("examples")
    for example in examples("python"):
        if "integrations" in str(example) or example.says:
            continue
        name = "".join(c if c.isalnum() else "_" for c in str(example))
        (folder / f"{name}.py").write_text(example.code, encoding="utf-8")
    return folder


def checked(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, timeout=600)


def test_examples_pass_pyright_strict(programs: Path) -> None:
    venv = Path(sys.prefix)
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.11", "venvPath": str(venv.parent), "venv": venv.name}
    (programs / "pyrightconfig.json").write_text(json.dumps(settings))
    done = checked("pyright", "-p", str(programs))
    assert done.returncode == 0, done.stdout + done.stderr


def test_examples_pass_mypy_strict(programs: Path, pytestconfig: pytest.Config) -> None:
    # what mypy knows about the packages is kept for the next run: to find it takes most of the time
    kept: pytest.Cache | None = getattr(pytestconfig, "cache", None)
    cache = kept.mkdir("mypy") if kept else programs / ".mypy_cache"
    done = checked("mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(cache), str(programs))
    assert done.returncode == 0, done.stdout + done.stderr
