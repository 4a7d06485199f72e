"""text/template: the tree of a template, and the form of its nodes in Go's messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, Literal, cast

from codemode.records import dataclass
from codemode.stdlib.strconv.quoting import quote


class Tree:
    """The tree of one template. `nodes` lists all nodes, because the memory measurement of the guest walks over it."""

    __slots__ = ("left", "name", "nodes", "parse_name", "right", "root", "text")

    def __init__(self, name: bytes, parse_name: bytes, text: bytes, left: bytes, right: bytes) -> None:
        self.name = name
        self.parse_name = parse_name  # the name of the whole text, for messages
        self.text = text
        self.left = left
        self.right = right
        self.root: ListNode | None = None
        self.nodes: list[Node] = []

    def place(self, pos: int) -> bytes:
        """Returns name:line:column."""
        line_start = self.text.rfind(b"\n", 0, pos) + 1
        return b"%b:%d:%d" % (self.parse_name, self.text.count(b"\n", 0, pos) + 1, pos - line_start)

    def source(self, node: Node) -> bytes:
        return _source(node, self)


@dataclass(slots=True)
class Node:
    pos: int
    tree: Tree


@dataclass(slots=True)
class ListNode(Node):
    nodes: list[Node] = field(default_factory=list[Node])


@dataclass(slots=True)
class TextNode(Node):
    text: bytes


@dataclass(slots=True)
class VariableNode(Node):
    """$x.Field"""

    ident: list[bytes]


@dataclass(slots=True)
class CommandNode(Node):
    args: list[Node] = field(default_factory=list[Node])


@dataclass(slots=True)
class PipeNode(Node):
    """$x := command | command"""

    line: int
    decl: list[VariableNode] = field(default_factory=list[VariableNode])
    is_assign: bool = False
    cmds: list[CommandNode] = field(default_factory=list[CommandNode])


@dataclass(slots=True)
class ActionNode(Node):
    pipe: PipeNode


@dataclass(slots=True)
class IdentifierNode(Node):
    """The name of a function."""

    ident: bytes


@dataclass(slots=True)
class DotNode(Node):
    pass


@dataclass(slots=True)
class NilNode(Node):
    pass


@dataclass(slots=True)
class FieldNode(Node):
    """.Field.Field"""

    ident: list[bytes]


@dataclass(slots=True)
class ChainNode(Node):
    """(pipeline).Field"""

    node: Node
    fields: list[bytes] = field(default_factory=list[bytes])


@dataclass(slots=True)
class BoolNode(Node):
    true: bool


@dataclass(slots=True)
class NumberNode(Node):
    """A number in every type that can represent it; the other attributes are None."""

    text: bytes
    as_int: int | None = None
    as_uint: int | None = None
    as_float: float | None = None


@dataclass(slots=True)
class StringNode(Node):
    quoted: bytes
    text: bytes


@dataclass(slots=True)
class BranchNode(Node):
    """{{if pipe}} body {{else}} orelse {{end}}; also with and range."""

    kind: Literal["if", "with", "range"]
    pipe: PipeNode
    body: ListNode
    orelse: ListNode | None


@dataclass(slots=True)
class TemplateNode(Node):
    name: bytes
    pipe: PipeNode | None


@dataclass(slots=True)
class WordNode(Node):
    """break and continue. The words end and else are never part of a tree."""

    word: Literal["break", "continue", "end", "else"]


def _source(node: Node, tree: Tree) -> bytes:
    return _SOURCES[type(node)](node, tree)


def _pipe(node: PipeNode, tree: Tree) -> bytes:
    text = b" | ".join([_source(cmd, tree) for cmd in node.cmds])
    if node.decl:
        names = b", ".join([b".".join(v.ident) for v in node.decl])
        text = names + (b" = " if node.is_assign else b" := ") + text
    return text


def _operand(node: Node, tree: Tree) -> bytes:
    text = _source(node, tree)
    return b"(%b)" % text if isinstance(node, PipeNode) else text


def _branch(node: BranchNode, tree: Tree) -> bytes:
    left, right = tree.left, tree.right
    parts = [left, node.kind.encode(), b" ", _source(node.pipe, tree), right, _source(node.body, tree)]
    if node.orelse is not None:
        parts += [left, b"else", right, _source(node.orelse, tree)]
    return b"".join([*parts, left, b"end", right])


def _template(node: TemplateNode, tree: Tree) -> bytes:
    pipe = b" " + _source(node.pipe, tree) if node.pipe is not None else b""
    return b"%btemplate %b%b%b" % (tree.left, quote(node.name), pipe, tree.right)


_SOURCES: dict[type, Callable[[Any, Tree], bytes]] = {
    ListNode: lambda n, tree: b"".join([_source(each, tree) for each in cast(ListNode, n).nodes]),
    TextNode: lambda n, _: n.text,
    VariableNode: lambda n, _: b".".join(n.ident),
    CommandNode: lambda n, tree: b" ".join([_operand(arg, tree) for arg in cast(CommandNode, n).args]),
    PipeNode: _pipe,
    ActionNode: lambda n, tree: tree.left + _source(n.pipe, tree) + tree.right,
    IdentifierNode: lambda n, _: n.ident,
    DotNode: lambda n, _: b".",
    NilNode: lambda n, _: b"nil",
    FieldNode: lambda n, _: b"." + b".".join(n.ident),
    ChainNode: lambda n, tree: b".".join([_operand(n.node, tree), *n.fields]),
    BoolNode: lambda n, _: b"true" if n.true else b"false",
    NumberNode: lambda n, _: n.text,
    StringNode: lambda n, _: n.quoted,
    BranchNode: _branch,
    TemplateNode: _template,
    WordNode: lambda n, tree: tree.left + cast(WordNode, n).word.encode() + tree.right,
}
