"""Every code example in every document and prompt is executed, and does what is said about it."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import codemode
from codemode.errors import CodeModeError
from tests.doc_examples import (
    NEXT,
    ROOT,
    Example,
    demo_sources,
    differences,
    documents,
    documents_of_json,
    examples,
    printed,
)
from tests.openai_server import OpenAIServer, openai_server

GO = examples("go")
PYTHON = [
    each for each in examples("python") if not each.before.startswith("in ") and not each.says
]  # those: make test-ecosystem
PROGRAMS = [each for each in examples("python") if each.says]  # what a guest runs

# what the README's model is scripted to say
ANSWERS = {
    "list_orders": [
        {
            "tools": ["shop.list_orders"],
            "code": 'orders, err := codemode.CallTool("shop.list_orders", map[string]any{"status": "open"})\n'
            'if err != nil {\n\treturn err\n}\ntotal := 0.0\nfor _, order := range orders {\n\ttotal += order["total"]\n}\n__out = total',
            "stream": False,
        },
    ]
}


def test_there_are_examples() -> None:
    assert len(GO) > 15
    assert PYTHON


@pytest.mark.parametrize("example", GO, ids=str)
def test_go(example: Example) -> None:
    if example.says == "answer":
        assert example.code.strip() == ANSWERS[example.expected][-1]["code"]
        return
    assert example.says in ("value", "prints", "problem", "reply"), (
        "say after the block what comes out: <!-- value: 3 -->"
    )
    limits = codemode.Limits(max_steps=1_000_000)
    if example.says == "reply":
        found = json.loads(asyncio.run(_reply(example.code, limits)))
        assert list(differences(json.loads(example.following), found)) == []
        return
    if example.says == "problem":
        with pytest.raises(CodeModeError) as caught:
            codemode.run(example.code, sources=demo_sources(), limits=limits)
        told = [str(caught.value), *(str(d) for d in caught.value.diagnostics)]
        assert any(example.expected in text for text in told), told
        return
    result = codemode.run(example.code, sources=demo_sources(), limits=limits)
    assert (result.value if example.says == "value" else result.stdout) == example.expected


@pytest.fixture(scope="module")
def python_engine() -> Iterator[tuple[asyncio.AbstractEventLoop, codemode.Engine]]:
    loop = asyncio.new_event_loop()
    engine = codemode.Engine(demo_sources(), languages=("python",))
    yield loop, engine
    loop.run_until_complete(engine.close())
    loop.close()


@pytest.mark.parametrize("example", PROGRAMS, ids=str)
def test_programs_in_python(example: Example, python_engine: tuple[asyncio.AbstractEventLoop, codemode.Engine]) -> None:
    loop, engine = python_engine
    reply = loop.run_until_complete(engine.session().exec(example.code))
    if example.says == "problem":
        assert isinstance(reply, codemode.Failed)
        assert any(example.expected in str(d) for d in reply.diagnostics)
    else:
        assert isinstance(reply, codemode.Completed), reply
        if example.says == "prints":
            assert "".join(str(block.text) for block in reply.output) == example.expected
        else:
            assert reply.value == example.expected


def test_the_document_on_python_names_every_module() -> None:
    from codemode.python.library import MODULES

    text = (ROOT / "docs" / "python.md").read_text()
    assert [name for name in MODULES if f"`{name}`" not in text] == []


async def _reply(code: str, limits: codemode.Limits) -> str:
    async with codemode.Engine(demo_sources(), limits) as engine:
        return (await engine.session().exec(code)).model_dump_json()


@pytest.fixture(scope="module")
def models() -> Iterator[OpenAIServer]:
    with openai_server([]) as server:
        yield server


@pytest.mark.parametrize("example", PYTHON, ids=str)
def test_python(example: Example, models: OpenAIServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asks = "OpenAIModel" in example.code
    answers = next((said for name, said in ANSWERS.items() if asks and name in example.code), [])
    prints = printed(example)
    assert prints is not None, f"say before the block what it prints: <!-- prints: 3 --> or <!-- {NEXT} -->"
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # what examples leave there goes with the test
    monkeypatch.setenv("OPENAI_BASE_URL", models.url)
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    models.answers[:] = answers
    with contextlib.redirect_stdout(io.StringIO()) as stdout:
        exec(compile(example.code, str(example), "exec"), {"__name__": "__main__"})
    assert models.answers == [], "the example asked fewer questions than the script has answers"
    if example.before == NEXT:
        told, found = documents_of_json(prints), documents_of_json(stdout.getvalue())
        assert list(differences(told, found)) == []
    else:
        assert stdout.getvalue().strip() == prints


def test_the_readme_keeps_its_promises() -> None:
    text = (ROOT / "README.md").read_text()
    first = text.partition("```python")[0]
    assert re.findall(r"^make (\w+)", first, re.MULTILINE) == ["demo", "test"]
    example = next(e for e in PYTHON if e.file == "README.md")
    assert len([line for line in example.code.splitlines() if line.strip()]) <= 15
    value = printed(example)
    assert f"prints `{value}`" in "\n".join(text.splitlines()[:60]), "the first screen shows a result"


def test_the_readme_leads_to_every_document() -> None:
    text = (ROOT / "README.md").read_text()
    for path in (ROOT / "docs").glob("*.md"):
        assert f"](docs/{path.name})" in text


def test_links_lead_somewhere() -> None:
    for path in documents():
        for target in re.findall(r"\]\(([^)#\s]+)\)", path.read_text()):
            if not target.startswith(("http://", "https://")):
                assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_make_help_lists_the_targets() -> None:
    text = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("demo", "test", "oracle", "bench", "help"):
        assert f"make {target} " in text
