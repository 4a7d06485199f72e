"""Describes how a program failed: Python's message, the place, and a hint. It never shows frames of the host."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

from difflib import get_close_matches
from typing import Any, Final

from greenlet import GreenletExit

from codemode.interpreter.machine.signals import Failed
from codemode.interpreter.machine.values import Halt
from codemode.python.frames import Text
from codemode.python.methods import CODECS
from codemode.python.tool_lookup import tool_of_path
from codemode.python.values import ToolError

MAX_MESSAGE = 2000
# classes of the program may have other attributes with these names
_ARGS: Any = BaseException.args.__get__  # pyright: ignore - a descriptor
_EXIT_CODE: Any = SystemExit.code.__get__  # pyright: ignore - a descriptor
_MESSAGE: Any = BaseExceptionGroup.message.__get__  # pyright: ignore - a descriptor
_PARTS: Any = BaseExceptionGroup.exceptions.__get__  # pyright: ignore - a descriptor
_CAUSE: Any = BaseException.__cause__.__get__  # pyright: ignore - a descriptor
_CONTEXT: Any = BaseException.__context__.__get__  # pyright: ignore - a descriptor
_SUPPRESSED: Any = BaseException.__suppress_context__.__get__  # pyright: ignore - a descriptor
MAX_CAUSES = 3
MAX_CAUSE = 300  # characters of one
MAX_GROUPS = 5  # groups of exceptions inside of each other that are shown
_SHOWN = 20
_TEXT = "it is a text, which has no keys: a loop over a dict gives its keys, and JSON text becomes data with json.loads(text)"


def failed_with(failure: BaseException, text: Text, guest: Any) -> Failed:
    """Describes an exception that the program did not catch, in one of the program's goroutines."""
    trace = text.traced(failure.__traceback__)
    pos = trace[0].pos if trace else -1
    if isinstance(failure, RecursionError):
        return Failed(
            code="call_depth_exceeded",
            message="the program's calls are nested too deeply",
            hint="use a loop, or a recursion that ends sooner",
            pos=pos,
            trace=trace,
        )
    if isinstance(failure, MemoryError):
        return Failed(
            code="memory_limit_exceeded", message="the program needs more memory than there is", pos=pos, trace=trace
        )
    code = "nested_tool_failed" if isinstance(failure, ToolError) else "guest_error"
    said = _said(failure, guest)
    return Failed(
        code=code,
        message=_with_kind(failure, said, guest)[:MAX_MESSAGE],
        hint="; ".join(filter(None, (hint_for(failure, said, guest), _causes(failure, text, guest)))),
        pos=pos,
        trace=trace,
    )


def _causes(failure: BaseException, text: Text, guest: Any) -> str:
    """Tells what the exception was raised from, or while which ones were handled. What the library handled itself is left out."""
    told: list[str] = []
    seen = {id(failure)}
    while len(told) < MAX_CAUSES:
        cause, suppressed = _CAUSE(failure), _SUPPRESSED(failure)
        how = "raised while handling" if cause is None else "caused by"
        found = cause if cause is not None or suppressed else _CONTEXT(failure)
        if found is None or id(found) in seen or (cause is None and not text.traced(found.__traceback__)):
            break
        seen.add(id(found))
        said = _said(found, guest)
        trace = text.traced(found.__traceback__)
        line = f" (line {text.line_at(trace[0].pos)})" if trace and trace[0].pos >= 0 else ""
        told.append(f"{how} {type(found).__qualname__}{': ' * bool(said)}{said[:MAX_CAUSE]}{line}")
        failure = found
    return ", ".join(told)


def told_of(failure: BaseException, guest: Any) -> str:
    """Returns the type and the message, as in the last line of a Python traceback. The text may be made by code of the program, so this belongs into
    one of its goroutines."""
    return _with_kind(failure, _said(failure, guest), guest)


def _said(failure: BaseException, guest: Any) -> str:
    try:
        said = guest.masked(str(_EXIT_CODE(failure) if isinstance(failure, SystemExit) else failure))
    except (Halt, GreenletExit):
        raise
    except BaseException:
        said = "<the exception has no text>"
    return said.partition("; use sys.set_int_max_str_digits()")[0]  # which programs do not have


def _with_kind(failure: BaseException, said: str, guest: Any, depth: int = 0) -> str:
    if isinstance(failure, SystemExit):
        return f"exit: {said}"
    if isinstance(failure, BaseExceptionGroup):
        shown = _PARTS(failure)[:5] if depth < MAX_GROUPS else ()
        inner = "; ".join(_with_kind(each, _said(each, guest), guest, depth + 1) for each in shown) or "..."
        return f"{type(failure).__name__}: {_MESSAGE(failure)} ({inner})"
    name = type(failure).__qualname__
    if isinstance(failure, ToolError):
        return said
    return f"{name}: {said}" if said else name


def hint_for(failure: BaseException, said: str, guest: Any) -> str:
    if isinstance(failure, BaseExceptionGroup):
        return ""
    if isinstance(failure, UnboundLocalError) and said.count("'") == 2:
        return _unbound(said.split("'")[1], guest)
    if isinstance(failure, KeyError):
        return _keys(failure, guest)
    if isinstance(failure, LookupError) and said.startswith("unknown encoding"):
        return f"there are {', '.join(sorted(CODECS))}"
    if isinstance(failure, ValueError) and "for integer string conversion" in said:
        return "an integer of so many digits has no decimal text here: write hex(n), or n % 10**k for its last digits"
    if isinstance(failure, AttributeError):
        name = said.rpartition("attribute ")[2].strip("'\"")
        if said.startswith("'str' object has no attribute") and hasattr(dict, name):
            return _TEXT
        if said.startswith("'dict' object has no attribute"):
            if name == "json":
                return "the result is data already: leave .json() out"
            tool, keys = guest.api.latest
            if name not in keys and (hasattr(str, name) or hasattr(list, name)):
                told = f"the last result of {tool} has {', '.join(keys)}" if keys else 'write x["key"].' + name
                return f"it is a dict, not a text or list: take the value first; {told}"
            return f'results of tools are dicts: write x["{name}"] or x.get("{name}")'
        if said.startswith("'list' object has no attribute"):
            return "it is a list: loop over it, or take one of its elements"
        if said.startswith("'coroutine' object"):
            return "put await in front of the call"
        if said.startswith("'NoneType' object"):
            return "the value is missing: test it first, if x is not None"
    if "'builtin_function_or_method'" in said:
        return 'it is a method: call it, x.items(); a key of a dict with such a name is read with x["items"]'
    if said.startswith("'module' object"):
        return "it is a module: call one of its functions, such as store.load(key)"
    return _of_types(said, guest) if isinstance(failure, TypeError) else ""


def _of_types(said: str, guest: Any) -> str:
    """Returns a hint for Python's message about a value of another type than the program takes it for."""
    if "coroutine" in said:
        return "put await in front of the call"
    if "can't be used in 'await' expression" in said or "can't be awaited" in said:
        return "leave await out: this is a value already"
    returned = _returned(said, guest)
    if "'NoneType' object is not" in said:
        return "the value is missing (None): test it first" + returned
    if "string indices must be integers" in said:
        return _TEXT + returned
    if "list indices must be integers" in said:
        return "it is a list: loop over it, or take one element with x[0]" + returned
    if said.startswith("the JSON object must be str"):
        return "results of tools are data already: leave json.loads out"
    if "can only concatenate str" in said or ("for +" in said and "'str'" in said):
        return 'join text and numbers with f"{a}{b}"'
    return returned.removeprefix("; ")


_KINDS: Final = {
    "str": "a text",
    "list": "a list",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "NoneType": "None",
}


def _returned(said: str, guest: Any) -> str:
    """Tells what the last tool returned, if the message is about a key of such a value, as result["result"] is of models that expect a dict."""
    kind: str = guest.api.latest_kind
    sign = {"str": "string indices must be", "list": "list indices must be"}.get(
        kind, f"'{kind}' object is not subscriptable"
    )
    return (
        f"; {guest.api.latest[0]} returned {_KINDS[kind]}: use it as it is" if kind in _KINDS and sign in said else ""
    )


def _unbound(name: str, guest: Any) -> str:
    own = f"the function assigns {name}, so the name is a variable of its own from the start"
    if guest.api.is_group(name) or tool_of_path(guest.api.catalog, name) is not None:
        return f"{own} and hides the tool{'s' * guest.api.is_group(name)}: give the variable another name"
    return f"{own}: give it a value first, or another name; `global {name}` means the name outside"


def _keys(failure: KeyError, guest: Any) -> str:
    """Returns a hint that lists the keys that exist, if the frame of the failure or the last tool result shows which dict was read."""
    args = _ARGS(failure)
    wanted = args[0] if args else None
    traceback = failure.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None or type(wanted) is not str:
        return "test first whether the key exists: x.get(key)"
    names = {**traceback.tb_frame.f_globals, **traceback.tb_frame.f_locals}
    found = [
        v
        for name, v in names.items()
        if type(v) is dict and not name.startswith("__") and v and all(type(k) is str for k in v)
    ]
    tool, keys = guest.api.latest
    seen = [*reversed(found), *_inside(found), keys]
    for value in seen:
        # a dict that has the key is not the one that was read
        near = get_close_matches(wanted, list(value)[:200], 1, 0.6) if wanted not in value else ()
        if near:
            return f"did you mean {near[0]!r}? it has {', '.join(list(value)[:_SHOWN])}"
    if any(wanted in value for value in seen):
        return f"other dicts have {wanted!r}, this one does not: x.get({wanted!r}) is None where it is missing"
    shown = [*dict.fromkeys(", ".join(list(value)[:_SHOWN]) for value in seen if value)][:3]
    if len(shown) > 1:
        return f"no dict here has that key: there are dicts with {'; with '.join(shown)}"
    if keys:
        return f"the last result of {tool} has {', '.join(keys)}"
    return "test first whether the key exists: x.get(key)"


def _inside(values: list[Any]) -> list[dict[str, Any]]:
    """Returns the dicts inside lists and dicts, the first few of each."""
    found: list[dict[str, Any]] = []
    left: list[Any] = [each for value in values for each in list(value.values())[:_SHOWN]]
    for _ in range(200):
        if not left:
            break
        value = left.pop(0)
        if type(value) is dict and all(type(key) is str for key in value):
            found.append(value)
            left += list(value.values())[:_SHOWN]
        elif type(value) is list:
            left += value[:3]
    return found
