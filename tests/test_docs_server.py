"""What docs/server.md and the Dockerfile say is so: entries are those that are printed, options are there, files are copied that exist."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from codemode.cli import parser
from tests.commands import in_process
from tests.doc_examples import ROOT

TEXT = (ROOT / "docs" / "server.md").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
ENTRYPOINT = json.loads(re.findall(r"^ENTRYPOINT (.*)$", DOCKERFILE, re.MULTILINE)[0])


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("host", "at"), [("claude", 0), ("cursor", 0), ("vscode", 1)])
def test_entries_of_hosts_are_what_is_printed(tmp_path: Path, host: str, at: int) -> None:
    servers = tmp_path / "servers.json"
    servers.write_text('{"mcpServers": {}}')
    done = in_process(tmp_path, "mcp", "--mcp", str(servers), "--install", host)
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace(str(servers), "/home/ann/servers.json") == blocks("json")[at]


def commands() -> list[list[str]]:
    """All commands of ours that the document shows, as they are given to the program."""
    lines = [line.partition("  #")[0] for block in blocks("sh") for line in block.splitlines()]
    lines += re.findall(r"^ExecStart=(.*)$", TEXT, re.MULTILINE)
    found: list[list[str]] = []
    for words in map(shlex.split, lines):
        if words[:2] == ["docker", "run"]:
            found.append([*ENTRYPOINT[1:], *words[words.index("codemode") + 1 :]])
        elif "--" in words:
            found.append(words[words.index("--") + 2 :])
        elif words and words[0].endswith("codemode"):
            found.append(words[1:])
    return found


def test_commands_have_options_that_are_there() -> None:
    found = commands()
    assert len(found) >= 7
    for arguments in found:
        parser().parse_args(arguments)


def test_the_image_has_what_the_package_is_built_from() -> None:
    copied = [word for line in re.findall(r"^COPY (?!--)(.*)$", DOCKERFILE, re.MULTILINE) for word in line.split()[:-1]]
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert set(copied) == kept
    assert all((ROOT / each).exists() for each in copied)
    needed = re.findall(r'"(README\.md|LICENSE|NOTICE)"', (ROOT / "pyproject.toml").read_text())
    assert set(needed) <= set(copied)


def test_pictures_are_there() -> None:
    shown = re.findall(r"\(images/([^)]+)\)|src=\"images/([^\"]+)\"", TEXT)
    for name in {one or other for one, other in shown}:
        assert (ROOT / "docs" / "images" / name).read_bytes().startswith(b"\x89PNG")
