"""How to write a program, for models: short for one prompt and for an agent, whole for `tools.Describe("language")`. What the language can do
comes from the library tables and the guest API, never typed by hand."""

from __future__ import annotations

import re
from functools import cache

from codemode import prompts
from codemode.engine.api_files import GUEST_API_FILE
from codemode.engine.natives.library import guest_entries
from codemode.stdlib.registry import Entry, library

# what programs use, of all packages; the whole guide has the rest
OFTEN = tuple("encoding/csv encoding/json errors fmt maps math regexp slices sort strconv strings sync time".split())

# and of the guest API, besides what the examples show
ALSO = frozenset({"codemode.Parallel", "codemode.Round", "codemode.SearchTools", "Stream.Next"})

_TAG = re.compile(r" `json:[^`]*`")  # says how a field is printed, which no program needs to know


@cache
def snippet_guide(*, streams: bool = True) -> str:
    """Returns the guide for a prompt that is answered with one snippet; `streams` tells that there are tools that stream."""
    named = ALSO if streams else ALSO - {"Stream.Next"}
    calls = "\n".join(entry.text for entry in guest_entries() if entry.name in named)
    read = prompts.render("language_streams") + "\n" if streams else ""
    more = str(len(library().paths()) - len(OFTEN))
    return prompts.render(
        "language", rules=_rules(), packages=", ".join(OFTEN), more=more, calls=calls, streams=read
    ).strip()


@cache
def agent_text() -> str:
    """The system text of an agent, which runs programs until it knows the answer. Besides it the agent reads the description of exec."""
    return prompts.render("agent", rules=_rules()).strip()


@cache
def whole_guide() -> str:
    """Returns the complete guide to the language, which programs read with `tools.Describe("language")`."""
    packages = ", ".join(library().paths())
    return prompts.render("language_whole", rules=_rules(), packages=packages, file=GUEST_API_FILE).strip()


@cache
def guest_api() -> str:
    """Returns the guest API besides the library, as Go declarations: the file codemode.go."""
    head = "// What programs can use besides Go's packages. Tools are in the other files."
    return "\n\n".join([f"{head}\npackage codemode", *map(_declared, guest_entries())]) + "\n"


def _rules() -> str:
    return prompts.render("language_rules").strip()


def _declared(entry: Entry) -> str:
    doc = f"// {entry.doc}\n" if entry.doc else ""
    return f"{doc}{_TAG.sub('', entry.text)}"


# --- Python ------------------------------------------------------------------------------------------------------------

# what programs in Python import, of all modules; the whole guide has the rest
PYTHON_OFTEN = tuple("asyncio collections csv datetime decimal itertools json math re statistics zoneinfo".split())


@cache
def python_guide() -> str:
    """Returns the complete guide to Python, which programs read with `describe_tool("language")`."""
    return prompts.render("python", rules=_python_rules(), modules=", ".join(_modules())).strip()


@cache
def python_snippet_guide(*, streams: bool = True) -> str:
    """Returns the guide for a prompt that is answered with one snippet in Python; `streams` tells that there are tools that stream."""
    read = prompts.render("python_streams") + "\n" if streams else ""
    more = str(len(_modules()) - len(PYTHON_OFTEN))
    often = ", ".join(PYTHON_OFTEN)
    return prompts.render("python_snippet", rules=_python_rules(), modules=often, more=more, streams=read).strip()


@cache
def python_agent_text() -> str:
    """The system text of an agent that writes Python."""
    return prompts.render("python_agent", rules=_python_rules()).strip()


def _python_rules() -> str:
    return prompts.render("python_rules").strip()


def _modules() -> list[str]:
    from codemode.python.library import MODULES  # only where somebody writes Python

    return sorted(MODULES)
