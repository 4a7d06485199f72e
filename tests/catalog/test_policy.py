"""Policies: rules in order, conditions on the call, rules from data and files."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from codemode import Policy, Rule
from codemode.catalog import Catalog, ToolEntry
from codemode.errors import ConfigError

TRANSFER = ToolEntry("function:bank:transfer", "bank.transfer", source_name="bank", tags=("money", "write"))
LIST = ToolEntry("mcp:files:list", "MCP.files.list", source="mcp", source_name="files", read_only=True)


@pytest.mark.parametrize(
    ("rule", "matches"),
    [
        (Rule("deny"), (True, True)),
        (Rule("deny", "bank.transfer"), (True, False)),
        (Rule("deny", "function:bank:*"), (True, False)),
        (Rule("deny", "*.list"), (False, True)),
        (Rule("deny", "bank.transfe?"), (True, False)),
        (Rule("deny", source="mcp"), (False, True)),
        (Rule("deny", source="bank"), (True, False)),
        (Rule("deny", read_only=True), (False, True)),
        (Rule("deny", read_only=False), (True, False)),
        (Rule("deny", tag="mon*"), (True, False)),
        (Rule("deny", agent="a"), (True, True)),
        (Rule("deny", agent="b*"), (False, False)),
        (Rule("deny", session="s?"), (False, False)),
        (Rule("deny", "bank.*", tag="money", source="mcp"), (False, False)),
    ],
)
def test_which_calls_a_rule_matches(rule: Rule, matches: tuple[bool, bool]) -> None:
    assert (rule.matches(TRANSFER, "a", "s"), rule.matches(LIST, "a", "s")) == matches


def test_a_rule_is_about_a_tool_by_every_name_that_calls_it() -> None:
    bare = ToolEntry("function:bank:transfer", "transfer", source_name="bank")
    catalog = Catalog([bare])
    for name in ("function:bank:transfer", "transfer", "bank.transfer"):
        assert catalog.get(name) is not None
        assert Policy([Rule("deny", name)]).decide(bare) == "deny"
    assert Policy([Rule("deny", "shop.transfer")]).decide(bare) == "allow"


def test_the_first_match_decides() -> None:
    policy = Policy([("allow", "bank.transfer"), ("deny", "bank.*"), ("ask", "*")])
    assert policy.decide(TRANSFER) == "allow"
    assert policy.decide(LIST) == "ask"
    assert Policy([("deny", "bank.*"), ("allow", "bank.transfer")]).decide(TRANSFER) == "deny"
    assert Policy(default="deny").decide(TRANSFER) == "deny"


# --- conditions --------------------------------------------------------------------------------------------------------

ARGS: dict[str, Any] = {
    "amount": 1500,
    "to": ["ann", "bob"],
    "note": "for lunch",
    "lines": [{"price": 2.5, "tags": ["food"]}, {"price": 4, "tags": []}],
    "odd name": None,
    "urgent": True,
}


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ("args['amount'] > 1000", True),
        ("args['amount'] > 1000 and tool.read_only is False", True),
        ("1000 < args['amount'] <= 1500", True),
        ("args['amount'] * 2 - 1 == 2999", True),
        ("args['amount'] % 7 == 2 and args['amount'] // 7 == 214", True),
        ("-args['amount'] < 0", True),
        ("args['amount'] + 0.5 == 1500.5", True),
        ("args['note'] + '!' == 'for lunch!'", True),
        ("args['note'][:3] == 'for' and args['to'][-1] == 'bob'", True),
        ("'to' in args and 'carl' not in args['to']", True),
        ("'lunch' in args['note']", True),
        ("any(to not in {'ann', 'carl'} for to in args['to'])", True),
        ("all(line['price'] < 4 for line in args['lines'])", False),
        ("any('food' == tag for line in args['lines'] for tag in line['tags'])", True),
        ("sum(line['price'] for line in args['lines']) > 6", True),
        ("max(line['price'] for line in args['lines']) == 4 and min(3, 1, 2) == 1", True),
        ("sorted(args['to'])[0] == 'ann' and len(args['to']) == 2", True),
        ("len([x for x in args['to'] if x != 'ann']) == 1", True),
        ("str(args['amount']) == '1500' and int('7') == 7 and float('2.5') == 2.5 and abs(-2) == 2", True),
        ("tool.id == 'function:bank:transfer' and tool.name == 'bank.transfer'", True),
        ("tool.source == 'function' and tool.owner == 'bank' and 'money' in tool.tags", True),
        ("agent == 'a' and session in ('s', 't')", True),
        ("args['odd name'] is None and args['urgent'] is True", True),
        ("args['amount'] < 10 if args['urgent'] else True", False),
        ("not (args['amount'] > 1000)", False),
        ("  (\n args['amount']\n > 1000)  ", True),
    ],
)
def test_which_conditions_are_possible(when: str, holds: bool) -> None:
    assert Rule("allow", when=when).holds(TRANSFER, "a", "s", ARGS) is holds


@pytest.mark.parametrize(
    "when",
    [
        "args['missing'] > 1",
        "args['note'] > 1",
        "args['amount']",  # not a bool
        "args['amount'] > 1 and args['to']",
        "args['to'][9] == 'x'",
        "args['amount'] / 0 > 1",
        "float('nan') > 1",
        "args['lines'] > 3",
        "args['to'][args['to']] == 1",
        lambda args, tool: args["missing"],
        lambda args, tool: 1,
    ],
)
def test_a_condition_that_cannot_be_decided_fails_closed(when: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "codemode"):
        held = {action: Rule(action, when=when).holds(TRANSFER, "a", "s", ARGS) for action in ("allow", "deny", "ask")}
    assert held == {"allow": False, "deny": True, "ask": True}
    assert len(caplog.records) == 3
    assert "function:bank:transfer" in caplog.text
    assert "lunch" not in caplog.text  # no argument is shown


def test_the_conditions_of_a_decision_share_their_work() -> None:
    pairs = "any(a == 0 for a in args['l'] for b in args['l'])"  # of 140 items nearly all the work that there is
    rules = [Rule("allow", when=pairs), Rule("allow", when="args['n'] == 1")]
    few, many = ({"l": list(range(1, size)), "n": 1} for size in (10, 140))
    assert Policy(rules, default="deny").decide(TRANSFER, args=few) == "allow"
    assert Policy(rules, default="deny").decide(TRANSFER, args=many) == "allow"
    assert Policy([rules[0], *rules], default="deny").decide(TRANSFER, args=many) == "deny"


def test_conditions_decide_call_by_call() -> None:
    policy = Policy(
        [
            {"action": "deny", "tool": "bank.*", "when": "args['amount'] > 10000"},
            Rule("ask", "bank.*", when=lambda args, tool: args["amount"] > 1000 and not tool.read_only),
            ("allow", "bank.*"),
        ],
        default="deny",
    )
    amounts = [5, 1001, 10001, "many", None]
    assert [policy.decide(TRANSFER, args={"amount": a}) for a in amounts] == ["allow", "ask", "deny", "deny", "deny"]
    assert policy.decide(TRANSFER) == "deny"  # without arguments, nothing can be shown to be harmless
    assert policy.decide(LIST, args={"amount": 5}) == "deny"


@pytest.mark.parametrize(
    ("rules", "default", "shown"),
    [
        ([], "allow", True),
        ([], "deny", False),
        ([Rule("deny")], "allow", False),
        ([Rule("deny", when="args['a'] > 1")], "allow", True),
        ([Rule("deny", when="args['a'] > 1")], "deny", False),
        ([Rule("allow", when="args['a'] > 1")], "deny", True),
        ([Rule("ask", when="args['a'] > 1"), Rule("deny")], "allow", True),
        ([Rule("deny", when="args['a'] > 1"), Rule("deny")], "allow", False),
        ([Rule("ask")], "deny", True),
        ([Rule("allow", "other"), Rule("deny")], "allow", False),
    ],
)
def test_a_tool_is_shown_unless_every_call_would_be_denied(rules: list[Rule], default: Any, shown: bool) -> None:
    assert Policy(rules, default).shows(TRANSFER) is shown


@pytest.mark.parametrize(
    "when", [lambda args: True, lambda: True, lambda a, b, c, d: True, lambda args, tool, *, context: True]
)
def test_a_function_that_cannot_be_asked_is_refused(when: Any) -> None:
    with pytest.raises(
        ConfigError, match=r"when must be a function of \(args, tool\) or of \(args, tool, context\), not of"
    ):
        Rule("ask", when=when)


async def _later(args: Any, tool: Any) -> bool:
    return True


@pytest.mark.parametrize("when", [3, _later, True, ["args"], b"True"])
def test_invalid_conditions_are_refused(when: Any) -> None:
    with pytest.raises(ConfigError, match="when must be an expression or a plain function"):
        Rule("deny", when=when)


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("args['a' > 1", "line 1, column 5: not a Python expression"),
        ("arg['a'] > 1", """line 1, column 1: unknown name 'arg'; did you mean "args"?\n\targ['a'] > 1\n\t^"""),
        ("args['a'] > 1 and\\\n  amount > 2", "line 2, column 3: unknown name 'amount'"),
        ("'ü' in args.text", "column 8: only tool has attributes; read a member of a map with x['text']\n\t'ü' in args.text\n\t       ^"),
        ("tool.nmae == 'x'", "tool has no 'nmae'; it has id, name, source, owner, tags, read_only"),
        ("len", "len is a function: call it"),
        ("", "not a Python expression"),
        ("x" * 2001, "2001 characters is too long"),
    ],
)  # fmt: skip
def test_a_wrong_condition_is_refused_with_its_place(when: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Rule("deny", when=when)
    assert told in caught.value.message


# --- data and files ----------------------------------------------------------------------------------------------------


def test_a_policy_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "policy.json"
    rule = {"action": "ask", "tool": "bank.*", "when": "args['amount'] > 1000"}
    file.write_text(json.dumps([rule, ["deny", "MCP.*"]]))
    policy = Policy.load(file)
    assert policy.decide(TRANSFER, args={"amount": 2000}) == "ask"
    assert policy.decide(LIST) == "deny"
    file.write_text(json.dumps({"rules": [rule], "default": "deny"}))
    assert Policy.load(str(file)).decide(TRANSFER, args={"amount": 1}) == "deny"


@pytest.mark.parametrize("rules", ["ask", ["ask"], [("ask",)], [3], 3, Rule("ask", "bank.*"), {"rules": []}])
def test_what_is_no_rule_is_refused_with_a_rule_to_write(rules: Any) -> None:
    with pytest.raises(ConfigError, match=r'"ask", "'):
        Policy(rules)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "cannot be read"),
        ('"deny"', "a policy must be a list of rules"),
        ('{"rule": []}', "unknown key 'rule'; did you mean 'rules'?"),
        ('{"rules": {}}', "rules must be a list"),
        ("{}", "a policy without rules would allow everything"),
        ('{"ask": "program"}', 'write {"default": "allow"} to mean that'),
        ('{"default": "maybe"}', "default must be allow, deny or ask"),
        ("[3]", "rule 1: not a policy rule: 3"),
        ('[{"tool": "x"}]', "rule 1: it needs an action"),
        ('[["deny", "x"], {"action": "deny", "tools": "x"}]', "rule 2: unknown key 'tools'; did you mean 'tool'?"),
        ('[{"action": "deny", "tool": 3}]', "rule 1: a rule's tool must be a text"),
        ('[{"action": "deny", "read_only": "no"}]', "read_only must be True, False or None"),
        ('[["forbid", "x"]]', "rule 1: a rule's action must be allow, deny or ask"),
        ('[{"action": "deny", "when": "args.x > 1"}]', "rule 1: condition, line 1, column 1"),
        ('[{"action": "deny", "_condition": 1}]', "unknown key '_condition'"),
        ("[" * 100_000, "cannot be read"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "policy.json"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        Policy.load(file)
    assert str(file) in caught.value.message
    assert told in caught.value.message


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        Policy.load(tmp_path / "none.json")


def test_only_conditions_bring_restricted_python() -> None:
    probe = (
        "import sys; from codemode import Policy; Policy([('deny', '*')]); assert 'RestrictedPython' not in sys.modules;"
        "Policy([{'action': 'deny', 'when': 'True'}]); assert 'RestrictedPython' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", probe], check=True)
