"""text/template: the package and its type Template."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, GoPanic, new_error
from codemode.stdlib.errors import error_text
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import rune_of, to_text
from codemode.stdlib.strconv.quoting import quote
from codemode.stdlib.text.template.escape import quoted
from codemode.stdlib.text.template.eval import Common, ExecFailed
from codemode.stdlib.text.template.exec import TREE, Executor, WriteFailed
from codemode.stdlib.text.template.funcs import BUILTINS, bad_results
from codemode.stdlib.text.template.nodes import Tree
from codemode.stdlib.text.template.parse import ParseFailed, is_empty, parse
from codemode.stdlib.text.template.values import value_of
from codemode.stdlib.unicode import letters
from codemode.types.model import Signature

template = Package("text/template")

Storage = list[Any]

template.type("type Template struct { name string; common native; left string; right string; tree native }")
_NAME, _COMMON, _LEFT, _RIGHT = range(4)
template.type("type FuncMap map[string]any")
_EXEC_ERROR = template.type("type ExecError struct { Name string; Err error }")

template.row("func (e ExecError) Error() string", lambda run, e: error_text(run, e[1]))
template.method("func (e ExecError) Unwrap() error")(itemgetter(1))


def _common(t: Storage) -> Common:
    if t[_COMMON] is None:
        t[_COMMON] = Common()
    return t[_COMMON]


def _associated(t: Storage, name: bytes) -> Storage:
    return [name, _common(t), t[_LEFT], t[_RIGHT], None]


# --- making ------------------------------------------------------------------------------------------------------


@template.func("func New(name string) *Template", run=True)
def new(run: Run, name: bytes) -> Storage:
    run.alloc(500)
    return [name, Common(), b"", b"", None]


@template.func("func Must(t *Template, err error) *Template")
def must(t: Storage | None, err: Any) -> Storage | None:
    if err is not None:
        raise GoPanic(err)
    return t


@template.method("func (t *Template) New(name string) *Template", run=True)
def template_new(run: Run, t: Storage, name: bytes) -> Storage:
    run.alloc(200)
    return _associated(t, name)


template.row("func (t *Template) Name() string", lambda t: t[_NAME])


@template.method("func (t *Template) Delims(left, right string) *Template")
def delims(t: Storage, left: bytes, right: bytes) -> Storage:
    t[_LEFT], t[_RIGHT] = left, right
    return t


@template.method("func (t *Template) Funcs(funcMap FuncMap) *Template", run=True, cost="len(funcMap)")
def funcs(run: Run, t: Storage, func_map: dict[bytes, Any] | None) -> Storage:
    common = _common(t)
    for name, fn in (func_map or {}).items():
        value = value_of(fn)
        if not _is_identifier(name):
            raise GoPanic(new_error(b"function name %b is not a valid identifier" % quote(name)))
        if value is None or not isinstance(value.t.underlying, Signature):
            raise GoPanic(b"value for " + name + b" not a function")
        bad = bad_results(name, value.t.underlying)
        if bad is not None:
            raise GoPanic(new_error(bad))
        run.alloc(100)
        common.funcs[name] = fn
    return t


def _is_identifier(name: bytes) -> bool:
    chars = [rune_of(c) for c in to_text(name)]
    return bool(chars) and all(
        r == 0x5F or letters.is_letter(r) or (i > 0 and letters.is_digit(r)) for i, r in enumerate(chars)
    )


@template.method("func (t *Template) Option(opt ...string) *Template", cost="len(opt) + sum(map(len, opt)) // 64")
def option(t: Storage, opt: list[bytes]) -> Storage:
    for each in opt:
        if not each:
            raise GoPanic(b"empty option string")
        key, _, value = each.partition(b"=")
        if key != b"missingkey" or value not in (b"invalid", b"default", b"zero", b"error"):
            raise GoPanic(b"unrecognized option: " + each)
        _common(t).missing_key = value
    return t


# --- parsing -----------------------------------------------------------------------------------------------------


@template.method("func (t *Template) Parse(text string) (*Template, error)", run=True, cost="4 + len(text) // 16")
def template_parse(run: Run, t: Storage, text: bytes) -> tuple[Storage | None, Any]:
    common = _common(t)
    run.alloc(len(text))
    try:
        trees = parse(run, t[_NAME], text, t[_LEFT], t[_RIGHT], lambda name: name in common.funcs or name in BUILTINS)
    except ParseFailed as failed:
        return None, new_error(failed.text)
    for name, tree in trees.items():
        _add(run, t, name, tree)
    return t, None


def _add(run: Run, t: Storage, name: bytes, tree: Tree) -> None:
    """Associates a tree with the template. An empty tree does not replace another one."""
    run.alloc(300)
    made = t if name == t[_NAME] else _associated(t, name)
    templates = _common(t).templates
    old = templates.get(name)
    if old is None or old[TREE] is None or not is_empty(tree.root):
        templates[name] = made
        made[TREE] = tree
    elif made[TREE] is None:
        made[TREE] = tree


template.row("func (t *Template) Lookup(name string) *Template", lambda t, name: _common(t).templates.get(name))


@template.method("func (t *Template) Clone() (*Template, error)", run=True)
def clone(run: Run, t: Storage) -> tuple[Storage, None]:
    old, common = _common(t), Common()
    run.charge(len(old.templates) + len(old.funcs))
    run.alloc(500 + 300 * len(old.templates) + 100 * len(old.funcs))
    common.funcs, common.missing_key = dict(old.funcs), old.missing_key
    made: Storage = [t[_NAME], common, t[_LEFT], t[_RIGHT], t[TREE]]
    for name, other in old.templates.items():
        copied = [other[_NAME], common, other[_LEFT], other[_RIGHT], other[TREE]]
        common.templates[name] = made if name == t[_NAME] else copied
    return made, None


# --- executing ---------------------------------------------------------------------------------------------------


@template.method("func (t *Template) Execute(wr io.Writer, data any) error", run=True, cost="4")
def execute(run: Run, t: Storage, wr: Any, data: Any) -> Any:
    tree: Tree | None = t[TREE]
    name = t[_NAME]
    depth = run.depth
    try:
        if tree is None or tree.root is None:
            raise ExecFailed(b"template: %b: %b is an incomplete or empty template" % (name, quoted(run, name)))
        value = value_of(data)
        Executor(run, wr, name, tree, _common(t), value).walk(value, tree.root)
    except ExecFailed as failed:
        run.depth = depth
        return Box(_EXEC_ERROR, [name, failed.error])
    except WriteFailed as failed:
        run.depth = depth
        return failed.error
    return None


@template.method("func (t *Template) ExecuteTemplate(wr io.Writer, name string, data any) error", run=True)
def execute_template(run: Run, t: Storage, wr: Any, name: bytes, data: Any) -> Any:
    found = _common(t).templates.get(name)
    if found is None:
        return new_error(
            b"template: no template %b associated with template %b" % (quoted(run, name), quoted(run, t[_NAME]))
        )
    return execute(run, found, wr, data)
