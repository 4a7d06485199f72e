"""Tokens: in a file, hashed, with scopes and rules of their own."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from codemode import Policy, Rule
from codemode.catalog import ToolEntry
from codemode.errors import ConfigError
from codemode.server.access import Identity, StrictestPolicy, Tokens, add_token, hash_of


def test_a_token_is_told_once_and_found_again(tmp_path: Path) -> None:
    file = tmp_path / "tokens.json"
    secret = add_token(file, "ci", ["run", "read"])
    other = add_token(file, "ann", ["approve", "read"], agent="*")
    assert secret.startswith("cm_")
    assert secret not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)  # so that the user of a container can read it
    add_token(file, "bob", ["read"])
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    tokens = Tokens.load(file)
    assert tokens.find(secret) == Identity("ci", "ci", frozenset({"run", "read"}))
    ann = tokens.find(other)
    assert ann == Identity("ann", "ann", frozenset({"approve", "read"}), sees_all=True)
    assert ann.may_see("ci")
    assert tokens.find("cm_" + "x" * 43) is None
    assert tokens.find("") is None


def test_two_tokens_of_one_name_are_refused(tmp_path: Path) -> None:
    add_token(tmp_path / "t.json", "ci", ["run"])
    with pytest.raises(
        ConfigError, match=r"t\.json has a token 'ci' already: give the new one another name, or delete that one"
    ):
        add_token(tmp_path / "t.json", "ci", ["run"])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([], "a file of tokens must be"),
        ({"tokens": [7]}, "token 1: a token must be an object"),
        ({"tokens": [{"sha256": "0" * 64}]}, "token 1: its name must be a text"),
        ({"tokens": [{"name": "a", "sha256": "secret"}]}, "64 hexadecimal digits; make one with codemode token"),
        (
            {"tokens": [{"name": "a", "sha256": "0" * 64, "scopes": ["root"]}]},
            "its scopes must be some of approve, read, run",
        ),
        ({"tokens": [{"name": "a", "sha256": "0" * 64, "scope": ["run"]}]}, "unknown key 'scope'"),
        ({"tokens": [{"name": name, "sha256": "0" * 64} for name in "ab"]}, "two tokens have the same sha256"),
        ({"tokens": [{"name": "a", "sha256": "0" * 64, "policy": [{"action": "maybe"}]}]}, "allow, deny or ask"),
    ],
)
def test_a_file_that_is_wrong_says_where(tmp_path: Path, given: Any, told: str) -> None:
    file = tmp_path / "tokens.json"
    file.write_text(json.dumps(given))
    with pytest.raises(ConfigError, match=told) as caught:
        Tokens.load(file)
    assert str(file) in str(caught.value)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        Tokens.load("nowhere.json")


def entry(name: str) -> ToolEntry:
    return ToolEntry(id=f"function:t:{name}", name=name, source="function", source_name="t")


def test_the_strictest_policy_decides() -> None:
    base = Policy([Rule("deny", "*.delete"), Rule("ask", "*.pay")])
    both = StrictestPolicy(
        base, {"ci": [Policy([Rule("allow", "*")])], "guest": [Policy([Rule("allow", "t.read")], default="deny")]}
    )
    assert [both.decide(entry(f"t.{name}"), "ci") for name in ("delete", "pay", "read")] == ["deny", "ask", "allow"]
    assert [both.decide(entry(f"t.{name}"), "guest") for name in ("delete", "pay", "read")] == ["deny", "deny", "allow"]
    assert not both.shows(entry("t.pay"), "guest")
    assert both.shows(entry("t.pay"), "somebody else")
    assert both.asks


def test_an_answer_once_and_for_all_counts() -> None:
    both = StrictestPolicy(Policy([Rule("ask", "*.pay")]), {"ci": [Policy([Rule("ask", "t.*")])]})
    assert both.decide(entry("t.pay"), "ci") == "ask"
    both.remember(Rule("allow", "t.pay", agent="ci"))
    assert [both.decide(entry("t.pay"), agent) for agent in ("ci", "somebody else")] == ["allow", "ask"]
    assert both.decide(entry("t.read"), "ci") == "ask"


def test_hashes_are_those_of_sha256() -> None:
    assert hash_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize("reverse", [False, True])
def test_all_tokens_of_an_agent_are_strict(reverse: bool) -> None:
    """In whatever order the file has them: no token may loosen what another one of its agent forbids."""
    listed = [
        {"name": "reader", "agent": "team", "policy": [{"action": "deny", "tool": "t.pay"}]},
        {"name": "payer", "agent": "team", "policy": [{"action": "ask", "tool": "*"}]},
        {"name": "other", "agent": "team"},
    ]
    listed = [{**each, "sha256": hash_of(str(each["name"]))} for each in listed]
    tokens = Tokens.of_data({"tokens": listed[::-1] if reverse else listed})
    policy = StrictestPolicy(None, tokens.policies)
    assert [policy.decide(entry(f"t.{name}"), "team") for name in ("pay", "read")] == ["deny", "ask"]
    assert not policy.shows(entry("t.pay"), "team")
    assert policy.asks
    assert policy.decide(entry("t.pay"), "somebody else") == "allow"
