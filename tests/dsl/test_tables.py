"""The grammar has no conflict, and its tables are built once, kept on disk if that is safe, and built anew if not."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark.exceptions import GrammarError
from lark.lexer import Lexer

from codemode.dsl.dialect.surface.builder import ForeignBuilder
from codemode.dsl.syntax import tables
from codemode.dsl.syntax.parser import Builder, go_tables
from codemode.dsl.syntax.tokens import END, FOREIGN, KEYWORDS, OPERATORS


class NoLexer(Lexer):
    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Any:
        return iter(())


def build(grammar: str, *, strict: bool) -> Any:
    return Lark(grammar, start="file", parser="lalr", lexer=NoLexer, strict=strict, debug=True)


def test_the_grammar_has_no_conflict(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("lark").setLevel(logging.DEBUG)
    with caplog.at_level(logging.DEBUG, logger="lark"):
        build(tables.grammar().decode(), strict=True)
        build(tables.grammar().decode(), strict=False)
    assert [record.message for record in caplog.records if "conflict" in record.message.lower()] == []


def test_a_conflict_would_be_seen() -> None:
    grammar = tables.grammar().decode()
    ambiguous = grammar.replace("unary: primary\n", "unary: primary\n    | unary BINOP unary -> binary\n", 1)
    assert ambiguous != grammar
    with pytest.raises(GrammarError, match=r"Shift/Reduce|Reduce/Reduce"):
        build(ambiguous, strict=True)


def test_every_terminal_is_made_by_the_lexer_or_the_layout_pass() -> None:
    made = {*KEYWORDS.values(), *OPERATORS.values(), "NAME", "LITERAL", "STRING", END} - {FOREIGN}
    made |= {"FBODY", "LITBRACE", "VALBRACE", "VALBRACK", "RESULTS", "TPBRACK", "CHAN_ARROW", "FUNC_DECL"}
    loaded = go_tables()
    used = {kind for row in loaded.actions for kind in row}
    assert used == made


def probe(code: str, **env: str) -> str:
    clean = {key: value for key, value in os.environ.items() if key not in ("CODEMODE_CACHE_DIR", "XDG_CACHE_HOME")}
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={**clean, **env}
    )
    return done.stdout.strip()


PROBE = (
    "import sys, codemode.dsl; a = 'lark' in sys.modules; codemode.dsl.parse('1 + 1'); print(a, 'lark' in sys.modules)"
)


def test_lark_is_imported_only_to_build_the_tables(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert probe(PROBE, CODEMODE_CACHE_DIR=str(cache)) == "False True"
    assert cache.stat().st_mode & 0o777 == 0o700
    (file,) = cache.iterdir()
    assert json.loads(file.read_text())["rules"]
    assert probe(PROBE, CODEMODE_CACHE_DIR=str(cache)) == "False False"


def test_the_cache_is_found_by_xdg_and_home(tmp_path: Path) -> None:
    assert probe(PROBE, XDG_CACHE_HOME=str(tmp_path / "xdg")) == "False True"
    assert list((tmp_path / "xdg" / "codemode").iterdir())
    assert probe(PROBE, HOME=str(tmp_path / "home")) == "False True"
    assert list((tmp_path / "home" / ".cache" / "codemode").iterdir())


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the cache as it has to be."""
    folder = tmp_path_factory.mktemp("kept", numbered=False)
    folder.chmod(0o700)
    probe(PROBE, CODEMODE_CACHE_DIR=str(folder))
    (file,) = folder.iterdir()
    return file


def shape(file: Path) -> dict[str, int]:
    """How many rules and states; their numbers are dealt out anew each time."""
    return {name: len(rows) for name, rows in json.loads(file.read_text()).items() if isinstance(rows, list)}


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"rules": 1}', '{"rules": [], "actions": [], "gotos": []}'])
def test_a_damaged_file_is_made_anew(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    file = tmp_path / kept.name
    file.write_text(content)
    monkeypatch.setenv("CODEMODE_CACHE_DIR", str(tmp_path))
    tables.load.cache_clear()
    assert go_tables().actions
    assert shape(file) == shape(kept)
    assert list(tmp_path.iterdir()) == [file]


def test_a_directory_that_others_may_write_is_not_trusted(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    assert probe(PROBE, CODEMODE_CACHE_DIR=str(tmp_path)) == "False True"
    assert list(tmp_path.iterdir()) == []


def test_without_a_directory_the_tables_are_built_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert probe(PROBE, CODEMODE_CACHE_DIR=str(file)) == "False True"
    assert probe(PROBE, CODEMODE_CACHE_DIR=str(file / "below")) == "False True"


def test_every_rule_has_its_method() -> None:
    actions = [action for row in go_tables().actions for action in row.values()]
    names = {action.name for action in actions if isinstance(action, tables.Reduction) and action.name}
    assert all(callable(getattr(ForeignBuilder, name)) for name in names)
    of_go = {name for name in names if hasattr(Builder, name)}
    assert names - of_go == {name for name in names if name.startswith("bare_")}  # lists and maps without types
