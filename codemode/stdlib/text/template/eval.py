"""text/template: evaluates pipelines in the same steps as Go's executor, because messages name the current node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, cast

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import go_name, wrap, zero_maker
from codemode.interpreter.machine.values import Box, GoPanic, JsonInt, new_error
from codemode.stdlib.errors import error_text
from codemode.stdlib.failures import Failed
from codemode.stdlib.fmt.print import WRAP_ERROR
from codemode.stdlib.strconv.quoting import quote
from codemode.stdlib.text.template.funcs import (
    BUILTINS,
    VALUE,
    Builtin,
    FuncFailed,
    bad_results,
    call_value,
    map_value,
    param_type,
    safe_call,
)
from codemode.stdlib.text.template.nodes import (
    BoolNode,
    ChainNode,
    CommandNode,
    DotNode,
    FieldNode,
    IdentifierNode,
    NilNode,
    Node,
    NumberNode,
    PipeNode,
    StringNode,
    Tree,
    VariableNode,
)
from codemode.stdlib.text.template.values import (
    MISSING,
    NILABLE,
    Unreachable,
    Val,
    Value,
    as_type,
    assignable,
    elem,
    field_of,
    indirect,
    indirect_interface,
    kind,
    kind_of,
    method_of,
    truth,
    type_name,
    value_of,
)
from codemode.types import model
from codemode.types.model import ANY, BOOL, FLOAT64, INT, STRING, Signature, Type, pointer_to

Variable = tuple[bytes, Value]


class ExecFailed(Failed):
    """Execution of the template failed. `wrapped` is the error that a function returned."""

    def __init__(self, text: bytes, wrapped: Any = None) -> None:
        super().__init__(new_error(text) if wrapped is None else Box(WRAP_ERROR, [text, wrapped]))


class Common:
    """The state that associated templates share."""

    __slots__ = ("funcs", "missing_key", "templates")

    def __init__(self) -> None:
        self.templates: dict[bytes, list[Any]] = {}
        self.funcs: dict[bytes, Any] = {}  # functions as interface values
        self.missing_key = b"default"


class Evaluator:
    """Evaluates expressions of one template. `node` is the current node, for messages."""

    def __init__(self, run: Run, name: bytes, tree: Tree, common: Common, data: Value) -> None:
        self.run = run
        self.name = name
        self.tree = tree
        self.common = common
        self.vars: list[Variable] = [(b"$", data)]
        self.node: Node | None = None

    def fail(self, message: bytes, wrapped: Any = None) -> NoReturn:
        raise self.failure(message, wrapped)

    def failure(self, message: bytes, wrapped: Any = None) -> ExecFailed:
        """Returns the exception for a failure at the current node."""
        if self.node is None:
            return ExecFailed(b"template: %b: %b" % (self.name, message))
        place, context = self.node.tree.place(self.node.pos), self.node.tree.source(self.node)
        where = b"template: %b: executing %b at <%b>: " % (place, quote(self.name), context)
        self.run.alloc(len(where))
        return ExecFailed(where + message, wrapped)

    # --- variables --------------------------------------------------------------------------------------------

    def set_var(self, name: bytes, value: Value) -> None:
        for i in range(len(self.vars) - 1, -1, -1):
            if self.vars[i][0] == name:
                self.vars[i] = (name, value)
                return
        self.fail(b"undefined variable: " + name)

    def get_var(self, name: bytes) -> Value:
        for known, value in reversed(self.vars):
            if known == name:
                return value
        raise self.failure(b"undefined variable: " + name)

    # --- pipelines --------------------------------------------------------------------------------------------

    def pipeline(self, dot: Value, pipe: PipeNode | None) -> Value:
        if pipe is None:
            return None
        self.node = pipe
        value: Value = MISSING
        for cmd in pipe.cmds:
            self.run.charge(1)
            value = self.command(dot, cmd, value)
            if value is not None and value.t.underlying is ANY:
                value = value_of(value.v)
        for variable in pipe.decl:
            if pipe.is_assign:
                self.set_var(variable.ident[0], value)
            else:
                self.run.alloc(64)
                self.vars.append((variable.ident[0], value))
        return value

    def command(self, dot: Value, cmd: CommandNode, final: Value) -> Value:
        first, args = cmd.args[0], cmd.args
        if isinstance(first, FieldNode):
            return self.field_node(dot, first, args, final)
        if isinstance(first, ChainNode):
            return self.chain(dot, first, args, final)
        if isinstance(first, IdentifierNode):
            return self.function(dot, first, cmd, args, final)
        if isinstance(first, PipeNode):
            self.no_arguments(args, final)
            return self.pipeline(dot, first)
        if isinstance(first, VariableNode):
            return self.variable(dot, first, args, final)
        self.node = first
        self.no_arguments(args, final)
        if isinstance(first, NilNode):
            self.fail(b"nil is not a command")
        return self.constant(dot, first)

    def no_arguments(self, args: list[Node], final: Value) -> None:
        if len(args) > 1 or final is not MISSING:
            self.fail(b"can't give argument to non-function " + args[0].tree.source(args[0]))

    def constant(self, dot: Value, node: Node) -> Value:
        if isinstance(node, DotNode):
            return dot
        if isinstance(node, BoolNode):
            return Val(BOOL, node.true)
        if isinstance(node, StringNode):
            return Val(STRING, node.text)
        return self.ideal(cast(NumberNode, node))

    def ideal(self, node: NumberNode) -> Val:
        """Returns a number constant with its default type."""
        self.node = node
        text = node.text
        is_hex = text[:2] in (b"0x", b"0X")
        if node.as_float is not None and not is_hex and text[:1] != b"'" and any(c in b".eE" for c in text):
            return Val(FLOAT64, node.as_float)
        if node.as_int is None:
            self.fail(text + b" overflows int")
        return Val(INT, node.as_int)

    # --- fields, variables, chains ----------------------------------------------------------------------------

    def field_node(self, dot: Value, node: FieldNode, args: list[Node], final: Value) -> Value:
        self.node = node
        return self.fields(dot, dot, node, node.ident, args, final)

    def chain(self, dot: Value, node: ChainNode, args: list[Node], final: Value) -> Value:
        self.node = node
        if isinstance(node.node, NilNode):
            self.fail(b"indirection through explicit nil in " + node.tree.source(node))
        receiver = self.argument(dot, None, node.node)
        return self.fields(dot, receiver, node, node.fields, args, final)

    def variable(self, dot: Value, node: VariableNode, args: list[Node], final: Value) -> Value:
        self.node = node
        value = self.get_var(node.ident[0])
        if len(node.ident) == 1:
            self.no_arguments(args, final)
            return value
        return self.fields(dot, value, node, node.ident[1:], args, final)

    def fields(
        self, dot: Value, receiver: Value, node: Node, names: list[bytes], args: list[Node], final: Value
    ) -> Value:
        for name in names[:-1]:
            receiver = self.field(dot, name, node, [], MISSING, receiver)
        return self.field(dot, names[-1], node, args, final, receiver)

    def field(self, dot: Value, name: bytes, node: Node, args: list[Node], final: Value, receiver: Value) -> Value:
        self.run.charge(1)
        if receiver is None:
            if self.common.missing_key == b"error":
                self.fail(b"nil data; no entry for key " + quote(name))
            return None
        whole = type_name(receiver)
        found, nil = indirect(receiver)
        assert found is not None
        what = kind(found)
        if what == "interface" and nil:
            self.fail(b"nil pointer evaluating %b.%b" % (whole, name))
        text = name.decode("utf-8", "surrogateescape")
        method = method_of(self.run, found, text)
        if method is not None:
            return self.call(dot, method[1], method[0], node, name, args, final)
        has_args = len(args) > 1 or final is not MISSING
        if what == "struct":
            value = self.struct_field(found, text, name, whole, has_args)
            if value is not None:
                return value
        elif what == "map" and assignable(STRING, cast(model.Map, found.t.underlying).key):
            if has_args:
                self.fail(name + b" is not a method but has arguments")
            return self.map_entry(found, name)
        elif what == "pointer" and nil:
            target = cast(model.Pointer, found.t.underlying).elem
            if kind_of(target) != "struct" or field_of(Val(target, zero_maker(target)()), text) is not None:
                self.fail(b"nil pointer evaluating %b.%b" % (whole, name))
        raise self.failure(b"can't evaluate field %b in type %b" % (name, whole))

    def struct_field(self, value: Val, text: str, name: bytes, whole: bytes, has_args: bool) -> Value:
        try:
            found = field_of(value, text)
        except Unreachable as unreachable:
            self.fail(unreachable.text)
        if found is None:
            return None
        if not text[:1].isupper():
            self.fail(b"%b is an unexported field of struct type %b" % (name, whole))
        if has_args:
            self.fail(name + b" has arguments but cannot be invoked as function")
        return found

    def map_entry(self, value: Val, name: bytes) -> Value:
        t = cast(model.Map, value.t.underlying)
        found = map_value(value, as_type(Val(STRING, name), t.key))
        if found is None:
            if self.common.missing_key == b"zero":
                return Val(t.elem, zero_maker(t.elem)())
            if self.common.missing_key == b"error":
                self.fail(b"map has no entry for key " + quote(name))
        return found

    # --- calls ------------------------------------------------------------------------------------------------

    def function(self, dot: Value, node: IdentifierNode, cmd: Node, args: list[Node], final: Value) -> Value:
        self.node = node
        name = node.ident
        own = value_of(self.common.funcs.get(name))
        if own is not None:
            return self.call(dot, own.v, cast(Signature, own.t.underlying), cmd, name, args, final)
        builtin = BUILTINS.get(name)
        if builtin is None:
            self.fail(quote(name) + b" is not a defined function")
        return self.call_builtin(dot, builtin, cmd, name, args[1:], final)

    def call(
        self,
        dot: Value,
        fn: Callable[..., Any],
        sig: Signature,
        node: Node,
        name: bytes,
        args: list[Node],
        final: Value,
    ) -> Value:
        args = args[1:]
        given = len(args) + (final is not MISSING)
        wanted = len(sig.params)
        if sig.variadic and given < wanted - 1:
            self.fail(b"wrong number of args for %b: want at least %d got %d" % (name, wanted - 1, len(args)))
        if not sig.variadic and given != wanted:
            self.fail(b"wrong number of args for %b: want %d got %d" % (name, wanted, given))
        bad = bad_results(name, sig)
        if bad is not None:
            self.fail(bad)
        argv = [
            self.passed(self.argument(dot, param_type(sig, i), arg), param_type(sig, i)) for i, arg in enumerate(args)
        ]
        if final is not MISSING:
            t = param_type(sig, len(args))
            argv.append(self.passed(self.validate(final, t), t))
        self.run.charge(1)
        try:
            return safe_call(self.run, fn, sig, argv)
        except FuncFailed as failure:
            self.node = node
            self.call_failed(name, failure.error)

    def call_failed(self, name: bytes, error: Any) -> NoReturn:
        self.fail(b"error calling %b: %b" % (name, error_text(self.run, error)), error)

    def call_builtin(
        self, dot: Value, builtin: Builtin, node: Node, name: bytes, args: list[Node], final: Value
    ) -> Value:
        given, wanted = len(args) + (final is not MISSING), len(builtin.params)
        if builtin.rest is not None and given < wanted:
            self.fail(b"wrong number of args for %b: want at least %d got %d" % (name, wanted, len(args)))
        if builtin.rest is None and given != wanted:
            self.fail(b"wrong number of args for %b: want %d got %d" % (name, wanted, given))
        types = [*builtin.params, *[builtin.rest or VALUE] * (given - wanted)]
        if name in (b"and", b"or"):
            return self.and_or(dot, name == b"or", args, final)
        values = [self.argument(dot, t, arg) for t, arg in zip(types, args)]
        if final is not MISSING:
            values.append(self.validate(final, types[-1]))
        called = (
            args[0].tree.source(args[0])
            if args
            else b"<%b Value>" % (type_name(final) if final is not None else b"invalid")
        )
        self.run.charge(1 + len(values))
        depth = self.run.depth
        try:
            return call_value(self.run, called, values) if builtin.body is None else builtin.body(self.run, values)
        except FuncFailed as failure:
            self.node = node
            self.call_failed(name, failure.error)
        except GoPanic as panic:
            if panic.goexit:
                raise
            self.run.depth = depth
            self.node = node
            self.call_failed(name, panic.value)

    def and_or(self, dot: Value, is_or: bool, args: list[Node], final: Value) -> Value:
        value: Value = None
        for arg in args:
            value = self.argument(dot, VALUE, arg)
            if truth(indirect_interface(value)) is is_or:
                return value
        return value if final is MISSING else final

    # --- arguments --------------------------------------------------------------------------------------------

    def passed(self, value: Value, t: Type) -> Any:
        """Returns an argument in the representation of its parameter's type."""
        return zero_maker(t)() if value is None else as_type(value, t)

    def validate(self, value: Value, t: Type | None) -> Value:
        """Returns the value if it can be passed as a `t`, possibly dereferenced or as its address. None becomes the zero value of a type that has
        nil. Raises ExecFailed."""
        if t is None or t is VALUE:
            return value
        if value is None:
            if kind_of(t) not in NILABLE:
                self.fail(b"invalid value; expected " + go_name(t).encode())
            return None
        if assignable(value.t, t):
            return value
        if kind(value) == "interface" and value.v is not None:
            value = cast(Val, elem(value))
            if assignable(value.t, t):
                return value
        if type(value.v) is JsonInt and kind_of(t) in ("int", "uint"):
            narrow = wrap(t)
            return Val(t, int(value.v) if narrow is None else narrow(int(value.v)))
        if kind(value) == "pointer" and assignable(cast(model.Pointer, value.t.underlying).elem, t):
            target = elem(value)
            if target is None:
                self.fail(b"dereference of nil pointer of type " + go_name(t).encode())
            return target
        if value.ref is not None and assignable(pointer_to(value.t), t):
            return Val(pointer_to(value.t), value.ref)
        raise self.failure(b"wrong type for value; expected %b; got %b" % (go_name(t).encode(), type_name(value)))

    def argument(self, dot: Value, t: Type | None, node: Node) -> Value:
        """Evaluates an argument for a parameter of type `t`, or without a type the operand of a chain."""
        self.node = node
        self.run.charge(1)
        if isinstance(node, DotNode):
            return self.validate(dot, t)
        if isinstance(node, NilNode):
            if t is None or (t is not VALUE and kind_of(t) not in NILABLE):
                self.fail(b"cannot assign nil to " + (go_name(t).encode() if t is not None else b"nil"))
            return None
        operand = _OPERANDS.get(type(node))
        if operand is not None:
            return self.validate(operand(self, dot, node), t)
        if t is None or t is VALUE or t.underlying is ANY:
            return self.constant(dot, node)
        return self.typed(t, node)

    def typed(self, t: Type, node: Node) -> Val:
        """Returns a constant as an argument of a basic type."""
        what = kind_of(t)
        expected = _EXPECTED.get(what)
        if expected is None:
            self.fail(b"can't handle %b for arg of type %b" % (node.tree.source(node), go_name(t).encode()))
        value = expected[1](node)
        if value is None:
            self.fail(b"expected %b; found %b" % (expected[0], node.tree.source(node)))
        narrow = wrap(t)
        return Val(t, value if narrow is None else narrow(value))


_OPERANDS: dict[type, Callable[[Evaluator, Value, Any], Value]] = {
    FieldNode: lambda e, dot, node: e.field_node(dot, node, [node], MISSING),
    VariableNode: lambda e, dot, node: e.variable(dot, node, [], MISSING),
    PipeNode: lambda e, dot, node: e.pipeline(dot, node),
    IdentifierNode: lambda e, dot, node: e.function(dot, node, node, [], MISSING),
    ChainNode: lambda e, dot, node: e.chain(dot, node, [], MISSING),
}
_EXPECTED: dict[str, tuple[bytes, Callable[[Node], Any]]] = {
    "bool": (b"bool", lambda n: n.true if isinstance(n, BoolNode) else None),
    "string": (b"string", lambda n: n.text if isinstance(n, StringNode) else None),
    "int": (b"integer", lambda n: n.as_int if isinstance(n, NumberNode) else None),
    "uint": (b"unsigned integer", lambda n: n.as_uint if isinstance(n, NumberNode) else None),
    "float": (b"float", lambda n: n.as_float if isinstance(n, NumberNode) else None),
}
