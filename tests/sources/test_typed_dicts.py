"""Functions whose hints are TypedDicts, of typing and of typing_extensions, say what they take and give."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

import pytest
import typing_extensions

import codemode
from codemode import FunctionSource, FunctionTool


class Account(TypedDict):
    id: str
    limit: NotRequired[float]


class Modern(typing_extensions.TypedDict):
    id: str
    limit: typing_extensions.NotRequired[float]


class Tree(TypedDict):
    name: str
    children: list[Tree]


class Owner(TypedDict, total=False):
    account: Account
    other: Account | None


def accounts() -> list[Account]:
    return [{"id": "a"}]


def modern() -> list[Modern]:
    return [{"id": "a"}]


def tree() -> Tree:
    return {"name": "a", "children": [{"name": "b", "children": []}]}


def owners() -> Annotated[dict[str, Owner], "by name"]:
    return {"ann": {"account": {"id": "a"}}}


def open_account(account: Account, note: str = "") -> Account:
    return account


SHAPE = {"type": "object", "properties": {"id": {"type": "string"}, "limit": {"type": "number"}}, "required": ["id"]}


def resolved(schema: Any) -> Any:
    definitions = schema.get("$defs", {})

    def follow(part: Any) -> Any:
        if isinstance(part, dict):
            if "$ref" in part:
                return follow(definitions[part["$ref"].rpartition("/")[2]])
            return {key: follow(value) for key, value in part.items() if key != "$defs"}
        return [follow(each) for each in part] if isinstance(part, list) else part

    return follow(schema)


@pytest.mark.parametrize("fn", [accounts, modern])
def test_a_list_of_them(fn: Any) -> None:
    assert resolved(FunctionTool("f", fn).output_schema) == {"type": "array", "items": SHAPE}


def test_in_other_types() -> None:
    told = resolved(FunctionTool("f", owners).output_schema)
    owner = told["additionalProperties"]
    assert owner["properties"]["account"] == SHAPE
    assert owner["properties"]["other"]["anyOf"] == [SHAPE, {"type": "null"}]
    assert "required" not in owner


def test_one_that_contains_itself() -> None:
    schema = FunctionTool("f", tree).output_schema
    assert schema is not None
    # it is a reference to a definition, which Python before 3.14 writes out once
    told = schema["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    assert told["properties"]["children"]["type"] == "array"


def test_as_a_parameter() -> None:
    tool = FunctionTool("open", open_account)
    assert resolved(tool.input_schema)["properties"]["account"] == {**SHAPE, "additionalProperties": False}
    program = '__out = codemode.CallTool("open", map[string]any{"account": map[string]any{"id": "x", "limit": 1.5}})'
    assert codemode.run(program, [FunctionSource([tool])]).value == {"id": "x", "limit": 1.5}


def test_they_run() -> None:
    source = FunctionSource.from_functions(accounts, tree, owners, owner="w")
    program = "__out = []any{w.accounts(), w.tree(), w.owners()}"
    assert codemode.run(program, [source]).value == [accounts(), tree(), owners()]
