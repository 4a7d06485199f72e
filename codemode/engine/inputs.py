"""Checks a caller's input before it is compiled: which text, in which language, and whether it is a program at all."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, cast

from codemode.catalog.names import quoted
from codemode.data import NotData, plain
from codemode.data.gc_pause import no_collections
from codemode.dsl.diagnostics import MAX_SOURCE, TOO_LONG
from codemode.engine.json_data import WireError, encode, has_too_many_values
from codemode.errors import ConfigError, InputError

MAX_ARGUMENTS = 12 * MAX_SOURCE  # characters: as JSON one may take twelve

# programs that look for tools, by language
_EXAMPLES = {
    "go": 'found, err := codemode.SearchTools("files", 5)\nif err != nil {\n\treturn err\n}\n__out = found',
    "python": '__out = search_tools("files", 5)',
}

_NEEDED = {"exec": ("code", "command"), "wait": ("run_id",)}  # one of them
_PARAMETERS = {"exec": (*_NEEDED["exec"], "language"), "wait": _NEEDED["wait"]}
# a text that is a JSON object with these keys alone is taken for arguments, though wrong ones, and not for a program that is a value
_MEANT = {*_PARAMETERS["exec"], "program", "source"}
# how arguments begin in a text that is no JSON
_BEGUN = {"exec": re.compile(r'"?\{\s*\\?"(?:code|command|language)\\?"\s*:\s*\\?"'), "wait": re.compile(r'"?\{')}

# what a line meant for a shell begins with
_COMMANDS = (
    r"(?:ls|cat|cd|pwd|echo|pip3?|pipx|npm|npx|yarn|pnpm|node|python3?|curl|wget|grep|rg|find|sed|awk|head|tail|chmod|chown|mkdir|rmdir|rm|cp|mv|touch|"
    r"tar|unzip|sudo|apt|apt-get|brew|yum|dnf|git|docker|kubectl|make|bash|sh|zsh|ssh|scp|whoami|env|export|ps|kill|uname|which|"
    r"go\s+(?:run|build|get|mod|install|test|fmt|vet|version|env))"
)
_LINE = re.compile(rf"^\s*(?:[$#%>]\s+)?(?:sudo\s+)?{_COMMANDS}(?:\s+(?P<rest>[^\s].*))?$")
_SCRIPT_LINES = 50  # a longer text is not a shell command that a model sent by mistake
_SHEBANG = re.compile(r"^#!\s*/\S+")
_GO = re.compile(r":=|[(){}]|^=|^[.,]|^[-+*/%]=|^(?:\+\+|--)$")


def source_text(code: object, command: object = None, language: str = "go") -> str:
    """Returns the source of a cell, which is to be in the `language`. Raises InputError."""
    for name, given in (("code", code), ("command", command)):
        if given is not None and len(checked_text(name, given)) > MAX_SOURCE:
            raise InputError(TOO_LONG)  # checked before anything reads the text
    wanted = [text for text in (code, command) if isinstance(text, str) and text.strip()]
    if not wanted:
        raise InputError(
            f"the code is empty: send a {language.title()} snippet, a program, an expression or a JSON value"
        )
    if len(wanted) == 2 and wanted[0] != wanted[1]:
        raise InputError("code and command are both given and differ; send the program as code")
    refuse_shell(wanted[0], language)
    return wanted[0]


def checked_text(name: str, given: object) -> str:
    """Raises InputError if the argument `name` is not a text."""
    if not isinstance(given, str):
        raise InputError(f"{name} must be text, not {type(given).__name__}")
    return given


def checked_flag(name: str, given: object) -> bool:
    """Raises ConfigError if the option `name` is not True or False."""
    if not isinstance(given, bool):
        raise ConfigError(f"{name} must be True or False, not {repr(given)[:80]}")
    return given


def plain_data(data: Any) -> Any:
    """Returns the host's `data` as plain JSON data, in the form that a program in a worker process also receives. Raises InputError."""
    try:
        return plain(data)
    except NotData as odd:
        raise InputError(f"data must be plain JSON data: {odd}") from odd
    except Exception as odd:  # the data's own code may raise anything
        raise InputError(
            f"data must be plain JSON data; reading it failed with {type(odd).__name__}: {str(odd)[:200]}"
        ) from odd


def encoded_data(data: Any) -> tuple[Any, bytes]:
    """Returns `plain_data` and its JSON. Raises InputError."""
    with no_collections():
        given = plain_data(data)
        try:
            return given, encode(given)
        except WireError as odd:
            raise InputError(f"data must be plain JSON data: {odd}") from odd


def checked_context(context: object) -> Mapping[str, Any]:
    """Returns a read-only copy of the context that the host gives a session. Raises ConfigError."""
    if context is None:
        return MappingProxyType({})
    if not isinstance(context, Mapping):
        raise ConfigError(f"context must be a dict, not {type(context).__name__}")
    given = dict(cast("Mapping[object, Any]", context))
    if not all(isinstance(key, str) for key in given):
        raise ConfigError("the keys of context must be strings")
    return MappingProxyType(cast("dict[str, Any]", given))


def plain_facts(context: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the part of the context that is plain data, for the conditions of policies."""
    facts: dict[str, Any] = {}
    for key, value in context.items():
        with suppress(InputError):
            facts[key] = plain_data(value)
    return facts


def arguments_of(name: str, arguments: object) -> dict[str, Any]:
    """Returns the arguments of a model's call of exec or wait, given as a dict, as JSON text, or as the single text of a freeform call.

    Models also write the arguments twice: as JSON in a text of JSON, or as the text of `code`. Raises InputError.
    """
    main = _NEEDED[name][0]
    in_map = isinstance(arguments, Mapping)
    if in_map:
        given = dict(cast("Mapping[str, Any]", arguments))
    elif isinstance(arguments, str):
        if len(arguments) > MAX_ARGUMENTS:
            raise InputError(TOO_LONG)
        given = {main: arguments}
    else:
        raise InputError(f'the arguments of {name} are a map such as {{"{main}": ...}}, not {type(arguments).__name__}')
    text = given.get(main)
    written = _written(name, text, in_map) if isinstance(text, str) else None
    if written is not None:
        given = {**{key: value for key, value in given.items() if key != main}, **written}
    spare = [str(key)[:80] for key in given if key not in _PARAMETERS[name]]
    if spare and not any(key in given for key in _NEEDED[name]):
        raise InputError(f"{name} needs {main}; {quoted(spare[:5])} is unknown")
    return given


def _written(name: str, text: str, in_map: bool) -> dict[str, Any] | None:
    """The arguments that a text holds as JSON, or as JSON in a text of JSON; None if it is a program or an id. A program may be a JSON object, too:
    an object is arguments if it has a program, or nothing but parameters; one that is an argument itself (`in_map`) has nothing but parameters.
    Raises InputError if arguments begin, but do not end."""
    if text.lstrip()[:1] not in ("{", '"'):
        return None
    found = read_json(text)
    if isinstance(found, str) and found is not text:
        found = read_json(found)
    if not isinstance(found, dict):
        if _BEGUN[name].match(text.lstrip()) and not in_map and (name == "wait" or _is_cut(text)):
            raise InputError(f'the arguments of {name} are not a JSON object; write {{"{_NEEDED[name][0]}": "..."}}')
        return None
    given = cast("dict[str, Any]", found)
    if in_map and not set(given) <= {*_PARAMETERS[name]}:
        return None
    inner: object = given.get(_NEEDED[name][0])
    again: object = read_json(inner) if isinstance(inner, str) else None
    if isinstance(again, dict) and _has_text(name, cast("dict[str, Any]", again)):
        return cast("dict[str, Any]", again)
    return given if name == "wait" or _has_text(name, given) or set(given) <= _MEANT else None


def _is_cut(text: str) -> bool:
    """Whether a text begins as JSON and only lacks its end; a program may also begin as JSON does."""
    try:
        json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        return error.pos >= len(text.rstrip()) or text[error.pos] == '"'
    except RecursionError:
        pass
    return False


def read_json(text: str) -> Any:
    """The value of a JSON text that a model wrote; the text itself if it is no JSON, or has too much of it to be arguments."""
    if len(text) > MAX_ARGUMENTS or has_too_many_values(text.encode("utf-8", "surrogatepass")):
        return text
    try:
        return json.loads(text, strict=False)  # models leave line breaks of programs as they are
    except (ValueError, RecursionError):
        return text


def _has_text(name: str, given: Mapping[str, Any]) -> bool:
    return any(isinstance(given.get(key), str) for key in _NEEDED[name])


def refuse_shell(text: str, language: str = "go") -> None:
    """Refuses a text that is meant for a shell, with an example of what to write instead in the `language`. Raises InputError."""
    lines = text.splitlines()
    if not _all_commands(lines):
        return
    shown = next(line for line in lines if _says_something(line)).strip()[:80]
    known = language if language in _EXAMPLES else "go"
    told = f"this is a shell command, not a program: {shown!r}. There is no shell; write {known.title()} and call tools"
    raise InputError(f"{told}, for example:\n{_EXAMPLES[known]}")


def _all_commands(lines: list[str]) -> bool:
    """Whether the text is a script for a shell, or all its lines are commands. A program is recognized by its first line."""
    seen, commands = 0, 0
    for line in lines:
        if not _says_something(line):
            continue
        seen += 1
        if (seen == 1 and _SHEBANG.match(line)) or seen > _SCRIPT_LINES:
            return seen == 1
        if line.strip().startswith("# "):
            continue
        if not _is_command(line):
            return False
        commands += 1
    return commands > 0


def _says_something(line: str) -> bool:
    bare = line.strip()
    return bare != "" and not bare.startswith("```")


def _is_command(line: str) -> bool:
    found = _LINE.match(line)
    return found is not None and not _GO.search(found["rest"] or "")
