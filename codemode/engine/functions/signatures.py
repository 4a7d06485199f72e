"""Derives the schemas of a tool from a Python function, and converts JSON arguments to the function's parameters."""

from __future__ import annotations

import inspect
import json
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Generator, Iterable, Iterator
from contextlib import suppress
from typing import Annotated, Any, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, PydanticUserError, TypeAdapter, ValidationError, create_model

from codemode.engine.functions.docstrings import describe
from codemode.engine.functions.typed_dicts import readable
from codemode.engine.protocols import CallContext
from codemode.errors import ConfigError, ToolError

_STREAMS = (AsyncGenerator, AsyncIterator, AsyncIterable, Generator, Iterator, Iterable)
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_ONLY)


class Signature:
    """How a function is called with JSON arguments. If the tool has its own input schema, `typed` is False and values are passed unchanged."""

    def __init__(self, fn: Callable[..., Any], name: str, *, typed: bool) -> None:
        self.name = name
        self.description, notes = describe(fn)
        self._params = _parameters(fn, name)
        hints = _hints(fn)
        self._context = next((p for p in self._params if _is_context(hints.get(p))), None)
        self._positional = [p for p, param in self._params.items() if param.kind is param.POSITIONAL_ONLY]
        self.returns: Any = hints.get("return", inspect.Parameter.empty)
        self._model = _model(name, self._wanted(), hints, notes) if typed else None
        fields = self._model.model_fields if self._model is not None else {}
        self._names = {slot: str(field.alias) for slot, field in fields.items()}

    @property
    def is_typed(self) -> bool:
        """Whether the input schema was made from the type hints."""
        return self._model is not None

    def _wanted(self) -> dict[str, inspect.Parameter]:
        return {name: param for name, param in self._params.items() if name != self._context}

    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments, derived from the type hints."""
        assert self._model is not None
        try:
            return _untitled(self._model.model_json_schema())
        except PydanticUserError as odd:
            raise ConfigError(f"{self.name}: {self._without_schema()}") from odd

    def _without_schema(self) -> str:
        """Tells which parameter has a type that no JSON has."""
        assert self._model is not None
        for name, field in self._model.model_fields.items():
            try:
                TypeAdapter(cast(Any, field.annotation)).json_schema()
            except PydanticUserError:
                told = f"its parameter {field.alias or name} has the type {_shown(field.annotation)}, and programs have no such values"
                return f"{told}: declare plain data, a dataclass or a pydantic model, or bind it with functools.partial"
        return "its parameters have no JSON Schema"

    def output_schema(self, *, streaming: bool) -> dict[str, Any] | None:
        """The JSON Schema of the result (of one piece, for streams); None if the function has no return type hint."""
        hint = self.returns
        if streaming:
            hint = get_args(hint)[0] if get_origin(hint) in _STREAMS and get_args(hint) else inspect.Parameter.empty
        if hint is inspect.Parameter.empty or hint is Any:
            return None
        try:
            return _with_base64(_untitled(TypeAdapter(hint).json_schema(mode="serialization")))
        except PydanticUserError:
            return None

    def bind(self, arguments: dict[str, Any], context: CallContext) -> tuple[list[Any], dict[str, Any]]:
        """Returns the positional and keyword arguments for the function."""
        given = dict(arguments) if self._model is None else self._typed(arguments, context)
        positional = [given.pop(name) for name in self._positional if name in given] if self._positional else []
        if self._context is not None:
            given[self._context] = context
        return positional, given

    def _typed(self, arguments: dict[str, Any], context: CallContext) -> dict[str, Any]:
        assert self._model is not None
        try:
            made = self._model.__pydantic_validator__.validate_python(arguments, context=context.find)
        except ValidationError as wrong:
            told = "; ".join(
                f"{'.'.join(map(str, e['loc'])) or 'arguments'}: {e['msg'].removeprefix('Value error, ')}"
                for e in wrong.errors(include_url=False)[:5]
            )
            raise ToolError(f"{self.name}: {told}", code="invalid_tool_input") from wrong
        # only the given arguments: the function has its own defaults
        names, values = self._names, made.__dict__
        given = {names[slot]: values[slot] for slot in made.__pydantic_fields_set__ if slot in names}
        return {**given, **made.__pydantic_extra__} if made.__pydantic_extra__ else given


def _shown(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) else str(hint)


def _parameters(fn: Callable[..., Any], name: str) -> dict[str, inspect.Parameter]:
    try:
        found = dict(inspect.signature(fn).parameters)
    except (TypeError, ValueError) as odd:
        raise ConfigError(f"{name}: {fn!r} cannot be a tool: {odd}") from odd
    owner, _, method = getattr(fn, "__qualname__", "").rpartition(".")
    if next(iter(found), "") == "self" and inspect.isfunction(fn) and owner and not owner.endswith("<locals>"):
        raise ConfigError(f"{name}: a method needs its object: give {owner}(...).{method} instead of {owner}.{method}")
    return found


def _hints(fn: Callable[..., Any]) -> dict[str, Any]:
    target: Any = getattr(fn, "func", fn)
    if not inspect.isroutine(target) and not isinstance(target, type):
        target = type(target).__call__
    hints: dict[str, Any] = {}
    for name, hint in _written(target).items():
        with suppress(Exception):  # a hint with names that do not exist at run time is ignored
            hints[name] = readable(hint)
    return hints


def _written(target: Any) -> dict[str, Any]:
    """The hints that can be evaluated: one that cannot, such as a name imported under TYPE_CHECKING, takes no others with it."""
    with suppress(Exception):
        return get_type_hints(target, include_extras=True)
    found: dict[str, Any] = {}
    for name, hint in getattr(target, "__annotations__", {}).items():

        def one() -> None: ...

        one.__annotations__ = {name: hint}
        with suppress(Exception):
            found |= get_type_hints(one, getattr(target, "__globals__", {}), include_extras=True)
    return found


def _is_context(hint: Any) -> bool:
    return hint is CallContext or (get_origin(hint) is Annotated and get_args(hint)[0] is CallContext)


def _model(
    name: str, params: dict[str, inspect.Parameter], hints: dict[str, Any], notes: dict[str, str]
) -> type[BaseModel]:
    fields: dict[str, Any] = {}
    rest_type: Any = None
    rest = [key for key, param in params.items() if param.kind is param.VAR_POSITIONAL]
    if rest and all(param.kind is not param.VAR_KEYWORD for param in params.values()):
        raise ConfigError(f"{name}: programs give arguments by name: declare a list instead of *{rest[0]}")
    for key, param in params.items():
        if param.kind is param.VAR_KEYWORD:
            rest_type = _type_of_rest(hints.get(key, Any))
        elif param.kind in _NAMED:
            told = {"description": notes[key]} if key in notes else {}
            default = ... if param.default is param.empty else param.default
            # an alias, because a parameter may have the name of a method of pydantic's models
            fields[f"arg_{len(fields)}"] = hints.get(key, Any), cast(Any, Field)(default, alias=key, **told)
    config = ConfigDict(
        extra="forbid" if rest_type is None else "allow", arbitrary_types_allowed=True, protected_namespaces=()
    )
    try:
        if rest_type in (None, Any):
            return create_model("Arguments", __config__=config, **fields)
        rest_hint = {"__pydantic_extra__": dict[str, rest_type]}
        base = type(
            "Rest", (BaseModel,), {"model_config": config, "__annotations__": rest_hint, "__module__": __name__}
        )
        return create_model("Arguments", __base__=base, **fields)
    except (PydanticUserError, NameError, TypeError) as odd:
        raise ConfigError(f"{name}: its parameters cannot be those of a tool: {odd}") from odd


def _type_of_rest(hint: Any) -> Any:
    """The type of each value of **rest; Any if no JSON has such values, as with the arguments of a function that is wrapped."""
    try:
        TypeAdapter(hint).json_schema()
    except (PydanticUserError, NameError, TypeError):
        return Any
    return hint


def _untitled(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without pydantic's titles, which only repeat the names."""
    definitions = cast("dict[str, dict[str, Any]]", schema.get("$defs", {}))
    enums = {f"#/$defs/{name}": made["enum"] for name, made in definitions.items() if "enum" in made}
    return cast("dict[str, Any]", _strip(schema, False, enums))


def _with_base64(schema: Any) -> Any:
    """The schema of a result, in which programs get bytes as base64."""
    if isinstance(schema, list):
        return [_with_base64(each) for each in cast("list[object]", schema)]
    if not isinstance(schema, dict):
        return schema
    members = cast("dict[str, object]", schema)
    if members.get("format") == "binary":
        members = {k: v for k, v in members.items() if k != "format"} | {"contentEncoding": "base64"}
    return {k: _with_base64(v) for k, v in members.items()}


def _strip(value: object, names: bool, enums: dict[str, list[Any]]) -> object:
    if isinstance(value, dict):
        members = cast("dict[str, object]", value)
        kept = {k: v for k, v in members.items() if names or k != "title" or not isinstance(v, str)}
        if not names and kept.get("format") == "binary":
            # the constraints count bytes, but the checked value is base64 text: the function's own type checks them
            kept = {k: v for k, v in kept.items() if k not in ("minLength", "maxLength")}
        keys = _enum_of(kept.get("propertyNames"), enums) if not names else None
        if keys is not None:
            # the keys of a JSON object are strings, also those of an enum of numbers
            kept["propertyNames"] = {"enum": [key if isinstance(key, str) else json.dumps(key) for key in keys]}
        return {k: _strip(v, not names and k in ("properties", "$defs"), enums) for k, v in kept.items()}
    if isinstance(value, list):
        return [_strip(item, False, enums) for item in cast("list[object]", value)]
    return value


def _enum_of(schema: object, enums: dict[str, list[Any]]) -> list[Any] | None:
    """The values of the enum that a schema refers to; None if it does not."""
    return enums.get(str(cast("dict[str, object]", schema).get("$ref"))) if isinstance(schema, dict) else None
