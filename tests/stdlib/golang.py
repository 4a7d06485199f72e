"""Calls of library functions written as Go expressions, evaluated without the checker and the lowering, and compared with what real Go printed.

A file calls/NAME.txt holds lines `expression => what Go printed`. `python -m tests.stdlib.golang NAME...` fills in the right sides
with the Go toolchain.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from codemode.dsl import nodes, parse
from codemode.interpreter.machine import values
from codemode.interpreter.machine.dispatch import native_target
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import wrap
from codemode.stdlib import errors
from codemode.stdlib.fmt import print as fmt
from codemode.stdlib.registry import library
from codemode.types import model
from codemode.types.objects import Const, Func, TypeName, Var
from codemode.types.universe import UNIVERSE

FOLDER = Path(__file__).parent / "calls"
ARROW = "  =>  "

_PROGRAM = """package main

import (
%s
)

func show(vs ...any) string {
	text := ""
	for i, v := range vs {
		if i > 0 {
			text += ", "
		}
		if err, ok := v.(error); ok {
			text += fmt.Sprintf("error(%%q)", err.Error())
		} else {
			text += fmt.Sprintf("%%#v", v)
		}
	}
	return text
}

func try(f func() string) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Printf("panic(%%q)\\n", fmt.Sprint(r))
		}
	}()
	fmt.Println(f())
}

func main() {
%s
}
"""


def fresh_run(**limits: int) -> Run:
    return Run(MachineLimits(**limits), seed=1, started_at=0)


class Evaluator:
    """Evaluates literals, conversions, selectors and calls. Every result is (type, value)."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def call(self, expr: nodes.CallExpr) -> list[tuple[model.Type, Any]]:
        target = self.callee(expr.fun)
        if isinstance(target, model.Type):
            return [self.convert(target, expr.args[0])]
        func, bound = target
        signature = func.signature
        args = list(bound)
        count = len(signature.params) - (1 if signature.variadic else 0)
        for param, arg in zip(signature.params[:count], expr.args):
            args.append(self.argument(param, arg))
        if signature.variadic:
            rest = signature.params[-1]
            if expr.ellipsis:
                args.append(self.argument(rest, expr.args[-1]).view())
            else:
                args.append([self.argument(rest.elem, a) for a in expr.args[count:]])
        result = native_target(func)(self.run, *args)
        results = result if len(signature.results) > 1 else (result,)
        return list(zip(signature.results, results))

    def callee(self, fun: nodes.Expr) -> Any:
        if isinstance(fun, nodes.SelectorExpr):
            if isinstance(fun.x, nodes.Ident) and library().by_name(fun.x.name):
                member = library().by_name(fun.x.name).member(fun.sel.name)
                return member.typ if isinstance(member, TypeName) else (member, [])
            t, v = self.one(fun.x)
            if isinstance(t.underlying, model.Interface):
                t, v = values.type_of(v), values.unbox(v)
            named = t.elem if isinstance(t, model.Pointer) else t
            return named.methods[fun.sel.name], [v]
        return self.type(fun)

    def type(self, expr: nodes.Expr) -> model.Type:
        if isinstance(expr, nodes.Ident):
            return UNIVERSE[expr.name].typ
        if isinstance(expr, nodes.ArrayType):
            return model.slice_of(self.type(expr.elem))
        if isinstance(expr, nodes.MapType):
            return model.map_of(self.type(expr.key), self.type(expr.value))
        if isinstance(expr, nodes.ParenExpr):
            return self.type(expr.x)
        if isinstance(expr, nodes.SelectorExpr):
            return library().by_name(expr.x.name).member(expr.sel.name).typ
        raise AssertionError(expr)

    def convert(self, t: model.Type, arg: nodes.Expr) -> tuple[model.Type, Any]:
        _, v = self.one(arg)
        if t is model.SLICE_BYTE:
            return t, values.slice_from(bytearray(v)) if v is not None else values.NIL_SLICE
        if isinstance(t.underlying, model.Slice) and v is None:
            return t, values.NIL_SLICE
        if t is model.STRING:
            return t, bytes(v.view()) if isinstance(v, values.Slice) else v
        if not isinstance(t.underlying, model.Basic):
            return t, v
        change = wrap(t)
        v = float(v) if t.underlying.info == "float" else v
        return t, change(v) if change else v

    def one(self, expr: nodes.Expr) -> tuple[model.Type, Any]:
        if isinstance(expr, nodes.CallExpr):
            return self.call(expr)[0]
        if isinstance(expr, nodes.BasicLit):
            kinds = {"INT": model.INT, "FLOAT": model.FLOAT64, "CHAR": model.INT32, "STRING": model.STRING}
            return kinds[expr.kind], float(expr.value) if expr.kind == "FLOAT" else expr.value
        if isinstance(expr, nodes.UnaryExpr):
            t, v = self.one(expr.x)
            return t, -v if expr.op == "-" else v
        if isinstance(expr, nodes.ParenExpr):
            return self.one(expr.x)
        if isinstance(expr, nodes.Ident):
            return {"nil": (model.UNTYPED_NIL, None), "true": (model.BOOL, True), "false": (model.BOOL, False)}[
                expr.name
            ]
        if isinstance(expr, nodes.CompositeLit):
            t = self.type(expr.type)
            if isinstance(t, model.Map):
                return t, {self.argument(t.key, e.key): self.argument(t.elem, e.value) for e in expr.elts}
            items = [self.argument(t.elem, e) for e in expr.elts]
            return t, values.slice_from(bytearray(items) if t is model.SLICE_BYTE else items)
        return self.member(expr)

    def member(self, expr: nodes.SelectorExpr) -> tuple[model.Type, Any]:
        member = library().by_name(expr.x.name).member(expr.sel.name)
        if isinstance(member, Const):
            value = member.value
            if isinstance(member.typ, model.Basic) and member.typ.info == "string":
                return model.STRING, value
            return (model.FLOAT64, float(value)) if "float" in str(member.typ) else (model.INT, int(value))
        if isinstance(member, Var):
            return member.typ, member.native(self.run)
        assert isinstance(member, Func)
        target = native_target(member)
        return member.typ, lambda *args: target(self.run, *args)

    def argument(self, param: model.Type, expr: nodes.Expr) -> Any:
        t, v = self.one(expr)
        if isinstance(param.underlying, model.Interface):
            return v if t is model.UNTYPED_NIL or isinstance(t.underlying, model.Interface) else values.box(t, v)
        if v is None:
            return values.NIL_SLICE if isinstance(param.underlying, model.Slice) else None
        return float(v) if isinstance(param.underlying, model.Basic) and param.underlying.info == "float" else v


def show(run: Run, text: str) -> str:
    """What the program above prints for one expression."""
    try:
        tree = parse(f"package main\nvar x = {text}\n", repair=False).file.decls[0].specs[0].values[0]
        results = Evaluator(run).call(tree)
    except values.GoPanic as panic:
        return f"panic({_quoted(run, fmt.sprint(run, [panic.value]))})"
    return ", ".join([_shown(run, t, v) for t, v in results])


def _shown(run: Run, t: model.Type, v: Any) -> str:
    x = v if isinstance(t.underlying, model.Interface) else values.box(t, v)
    if x is not None and errors.implements(values.type_of(x), model.ERROR):
        return f"error({_quoted(run, errors.error_text(run, x))})"
    return fmt.sprintf(run, b"%#v", [x]).decode()


def _quoted(run: Run, text: bytes) -> str:
    return fmt.sprintf(run, b"%q", [text]).decode()


def load(name: str) -> list[tuple[str, str]]:
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    rows = [line.partition(ARROW) for line in lines if line and not line.startswith("#")]
    return [(left.strip(), right) for left, _, right in rows]


def regenerate(name: str) -> None:
    """Ask real Go for the right sides."""
    path = FOLDER / f"{name}.txt"
    lines = path.read_text("utf-8").splitlines()
    lefts = [line.partition(ARROW)[0].strip() for line in lines]
    calls = [left for left in lefts if left and not left.startswith("#")]
    packages = {
        m for left in calls for m in re.findall(r"\b([a-z0-9]+)\.[A-Z]", re.sub(r'"(\\.|[^"\\])*"|`[^`]*`', '""', left))
    }
    paths = {p.rpartition("/")[2]: p for p in sorted(library().paths(), reverse=True)} | {"rand": "math/rand"}
    imports = "\n".join(sorted(f'\t"{paths[p]}"' for p in packages | {"fmt"}))
    body = "\n".join(f"\ttry(func() string {{ return show({left}) }})" for left in calls)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "main.go").write_text(_PROGRAM % (imports, body), "utf-8")
        done = subprocess.run(["go", "run", "main.go"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rights = iter(done.stdout.splitlines())
    out = [f"{left}{ARROW}{next(rights)}" if left and not left.startswith("#") else left for left in lefts]
    path.write_text("\n".join(out) + "\n", "utf-8")


if __name__ == "__main__":
    for each in sys.argv[1:]:
        regenerate(each)
