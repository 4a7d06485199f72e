"""text/template: executes templates: text, branches, loops, and calls of other templates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, cast

from codemode.interpreter.machine.run import Run
from codemode.stdlib.failures import Failed
from codemode.stdlib.fmt.map_order import sorted_items
from codemode.stdlib.fmt.print import sprint
from codemode.stdlib.strconv.quoting import quote
from codemode.stdlib.streams import write
from codemode.stdlib.text.template.eval import Common, Evaluator
from codemode.stdlib.text.template.nodes import (
    ActionNode,
    BranchNode,
    ListNode,
    Node,
    TemplateNode,
    TextNode,
    Tree,
    WordNode,
)
from codemode.stdlib.text.template.values import (
    Val,
    Value,
    elements,
    indirect,
    indirect_interface,
    kind,
    length,
    printable,
    shown,
    truth,
    type_name,
)
from codemode.types import model
from codemode.types.model import INT

TREE = 4  # its index in the storage of a Template
_MAX_DEPTH = 100_000
Word = Literal["break", "continue", "end", "else"] | None  # the word that ended a list of nodes


class WriteFailed(Failed):
    """The output refused what was written."""


class Executor(Evaluator):
    """Executes one template. Each template that it calls gets its own Executor."""

    def __init__(
        self, run: Run, out: Any, name: bytes, tree: Tree, common: Common, data: Value, depth: int = 0
    ) -> None:
        super().__init__(run, name, tree, common, data)
        self.out = out
        self.depth = depth

    def write(self, data: bytes) -> None:
        error = write(self.run, self.out, data)[1]
        if error is not None:
            raise WriteFailed(error)

    def walk(self, dot: Value, node: Node) -> Word:
        self.run.charge(1)
        self.node = node
        return _WALKS[type(node)](self, dot, node)

    def nodes(self, dot: Value, node: ListNode) -> Word:
        for each in node.nodes:
            word = self.walk(dot, each)
            if word is not None:
                return word
        return None

    def action(self, dot: Value, node: ActionNode) -> None:
        value = self.pipeline(dot, node.pipe)
        if not node.pipe.decl:
            self.node = node
            x, can_print = printable(value)
            if not can_print:
                self.fail(b"can't print %b of type %b" % (node.tree.source(node), type_name(cast(Val, value))))
            self.write(x if isinstance(x, bytes) else sprint(self.run, [x]))

    def text(self, dot: Value, node: TextNode) -> None:
        self.run.charge(len(node.text) >> 6)
        self.write(node.text)

    def template(self, dot: Value, node: TemplateNode) -> None:
        found = self.common.templates.get(node.name)
        tree: Tree | None = found[TREE] if found is not None else None
        if tree is None or tree.root is None:
            self.fail(b"template %b not defined" % quote(node.name))
        if self.depth == _MAX_DEPTH:
            self.fail(b"exceeded maximum template depth (%d)" % _MAX_DEPTH)
        data = self.pipeline(dot, node.pipe)
        run = self.run
        inner = Executor(run, self.out, node.name, tree, self.common, data, self.depth + 1)
        before = run.depth
        if before >= run.room:
            run.deeper(before + 1, "template " + node.name.decode("utf-8", "replace"))
        run.depth = before + 1
        inner.walk(data, tree.root)
        run.depth = before

    # --- branches ---------------------------------------------------------------------------------------------

    def branch(self, dot: Value, node: BranchNode) -> Word:
        known = len(self.vars)
        word = self.range(dot, node) if node.kind == "range" else self.choose(dot, node)
        del self.vars[known:]
        return word

    def choose(self, dot: Value, node: BranchNode) -> Word:
        value = self.pipeline(dot, node.pipe)
        if truth(indirect_interface(value)):
            return self.walk(value if node.kind == "with" else dot, node.body)
        return self.walk(dot, node.orelse) if node.orelse is not None else None

    def range(self, dot: Value, node: BranchNode) -> Word:
        value = indirect(self.pipeline(dot, node.pipe))[0]
        mark = len(self.vars)
        ran = False
        for index, element in self.pairs(value, node):
            ran = True
            self.run.charge(1)
            self.assign(node, index, element)
            word = self.walk(element, node.body)
            del self.vars[mark:]
            if word == "break":
                break
        return self.walk(dot, node.orelse) if not ran and node.orelse is not None else None

    def assign(self, node: BranchNode, index: Value, element: Value) -> None:
        decl = node.pipe.decl
        if not decl:
            return
        if node.pipe.is_assign:
            if len(decl) > 1:
                self.set_var(decl[0].ident[0], index)
                self.set_var(decl[1].ident[0], element)
            else:
                self.set_var(decl[0].ident[0], element)
            return
        self.vars[-1] = (self.vars[-1][0], element)
        if len(decl) > 1:
            self.vars[-2] = (self.vars[-2][0], index)

    def pairs(self, value: Value, node: BranchNode) -> Iterator[tuple[Value, Value]]:
        """Iterates over what a range visits: index or key, and element."""
        if value is None:
            return
        what, under = kind(value), value.t.underlying
        if what in ("int", "uint"):
            if len(node.pipe.decl) > 1:
                self.fail(b"can't use %b to iterate over more than one variable" % shown(self.run, value))
            for i in range(value.v):
                yield None, Val(value.t, i)
        elif what in ("array", "slice"):
            for i in range(length(value)):
                yield Val(INT, i), elements(value, i)
        elif isinstance(under, model.Map):
            for key, element in sorted_items(self.run, under, value.v) if value.v else ():
                yield Val(under.key, key), Val(under.elem, element)
        else:
            self.fail(b"range can't iterate over " + shown(self.run, value))


def _word(executor: Executor, dot: Value, node: WordNode) -> Word:
    return node.word


_WALKS: dict[type, Callable[[Executor, Value, Any], Word]] = {
    ActionNode: Executor.action,
    BranchNode: Executor.branch,
    ListNode: Executor.nodes,
    TemplateNode: Executor.template,
    TextNode: Executor.text,
    WordNode: _word,
}
