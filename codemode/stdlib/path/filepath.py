"""path/filepath: functions on file names that need no files, with Unix rules."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, Slice, new_error, slice_from
from codemode.stdlib.path import package as paths
from codemode.stdlib.registry import Package

filepath = Package("path/filepath")

_BAD_PATTERN = filepath.error("ErrBadPattern", "syntax error in pattern")
filepath.const("const Separator = '/'")
filepath.const("const ListSeparator = ':'")

_PASS = "len(path) // 16"
for _text, _body, _cost in (
    ("func Clean(path string) string", paths.clean, _PASS),
    ("func Split(path string) (dir, file string)", paths.split, _PASS),
    ("func Base(path string) string", paths.base, _PASS),
    ("func Dir(path string) string", paths.dir, _PASS),
    ("func Ext(path string) string", paths.ext, _PASS),
    ("func IsAbs(path string) bool", paths.is_abs, None),
    ("func Join(elem ...string) string", paths.join, "sum(map(len, elem)) // 16 + len(elem)"),
):
    filepath.func(_text, cost=_cost)(_body)


@filepath.func("func Match(pattern, name string) (matched bool, err error)", run=True, cost="len(pattern) // 16")
def match(run: Run, pattern: bytes, name: bytes) -> tuple[bool, Any]:
    matched, err = paths.match(run, pattern, name)
    return matched, None if err is None else _BAD_PATTERN


filepath.row("func ToSlash(path string) string", lambda p: p)
filepath.row("func FromSlash(path string) string", lambda p: p)
filepath.row("func VolumeName(path string) string", lambda _: b"")


@filepath.func("func SplitList(path string) []string", run=True, cost="len(path) // 16")
def split_list(run: Run, p: bytes) -> Slice:
    if not p:
        return NIL_SLICE
    run.alloc(len(p) + 50 * (p.count(b":") + 1))
    return slice_from([*p.split(b":")])


filepath.row(
    "func IsLocal(path string) bool",
    lambda p: False if not p or p[:1] == b"/" else paths.clean(p).partition(b"/")[0] != b"..",
    _PASS,
)


@filepath.func("func Rel(basePath, targPath string) (string, error)", cost="(len(basePath) + len(targPath)) // 8")
def rel(base_path: bytes, target_path: bytes) -> tuple[bytes, Any]:
    base, target = paths.clean(base_path), paths.clean(target_path)
    if base == target:
        return b".", None
    refused = new_error(b"Rel: can't make " + target_path + b" relative to " + base_path)
    if (base[:1] == b"/") != (target[:1] == b"/"):
        return b"", refused
    up, down = _parts(base), _parts(target)
    same = 0
    while same < len(up) and same < len(down) and up[same] == down[same]:
        same += 1
    if up[same : same + 1] == [b".."]:
        return b"", refused
    return b"/".join([b".."] * (len(up) - same) + down[same:]), None


def _parts(p: bytes) -> list[bytes]:
    """Returns the names in a clean path."""
    return [part for part in p.split(b"/") if part not in (b"", b".")]
