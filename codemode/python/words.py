"""The names that programs may use, and where: one table for the rewriter, the checker and the guards."""

from __future__ import annotations

from typing import Final

MARK: Final = "@"  # internal names begin with it; no program can spell it

GUEST_NAMES: Final = frozenset(
    "call_tool stream_tool search_tools describe_tool text json_output yield_control tools codemode MCP results "
    "store API data ALL_TOOLS parallel ToolError".split()
)

TOOL: Final = MARK + "tool"  # marks the functions of tools
# internal names of results: of the last expression, of a return at the top level, and what a function assigned to __out
LAST: Final = MARK + "last"
RETURNED: Final = MARK + "returned"
OUT_OF_FUNCTION: Final = MARK + "out"

# methods that classes of programs may define
METHODS: Final = frozenset(
    f"__{name}__"
    for name in (
        "init post_init repr str bytes format hash bool len contains getitem setitem delitem missing iter "
        "next reversed call enter exit eq ne lt le gt ge "
        "add radd iadd sub rsub isub mul rmul imul truediv rtruediv itruediv floordiv rfloordiv ifloordiv mod rmod imod divmod pow rpow ipow "
        "lshift rlshift rshift rrshift and rand iand or ror ior xor rxor ixor matmul rmatmul neg pos abs "
        "invert int float index round trunc floor ceil "
        "aenter aexit aiter anext"
    ).split()
)
# attributes with such names that programs may read, through a guard
READ: Final = frozenset(("__name__", "__class__", "__doc__", "__dict__", "__qualname__", "__members__", "__cause__"))
# names that classes may set besides methods
SET: Final = frozenset(("__slots__", "__hash__"))

# attributes that lead to frames and code; the guards refuse them too
INSPECTING: Final = (
    *("tb_", "co_", "gi_", "cr_", "ag_", "gr_frame", "gr_context", "func_", "im_"),
    *("f_back", "f_builtins", "f_code", "f_generator", "f_globals", "f_locals", "f_trace"),
)

REFUSED_NAMES: Final = {
    "eval": "there is no eval: for data use json.loads(text)",
    "exec": "there is no exec: write the code itself",
    "compile": "there is no compile: write the code itself",
    "open": "there are no files: read and write with a tool, or use io.StringIO",
    "input": "there is no input while a program runs: use data, or a tool",
    "globals": "keep named values in a dict of your own",
    "locals": "keep named values in a dict of your own",
    "breakpoint": "there is no debugger: use print(...)",
    "memoryview": "use bytes",
    "bytearray": "use bytes, or a list of numbers",
    "help": 'describe_tool("name") tells what a tool takes',
    "delattr": "write del obj.name",
    **dict.fromkeys(("exit", "quit"), "a return at the top level, or sys.exit(), ends the program"),
}


def is_magic(name: str) -> bool:
    return len(name) > 4 and name.startswith("__") and name.endswith("__")


def inspects(name: str) -> bool:
    return name.startswith(INSPECTING)


def mangled(name: str, owner: str) -> str:
    """Returns a name as Python mangles it inside a class."""
    owner = owner.lstrip("_")
    return f"_{owner}{name}" if owner and name.startswith("__") and not name.endswith("__") else name
