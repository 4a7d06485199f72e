"""text/template: parses tokens into trees. Each method matches a method of Go's parser, so that messages are the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn

from codemode.interpreter.machine.run import Run
from codemode.stdlib.strconv.quoting import quote, unquote
from codemode.stdlib.text.template.lex import Lexer, Token
from codemode.stdlib.text.template.nodes import (
    ActionNode,
    BoolNode,
    BranchNode,
    ChainNode,
    CommandNode,
    DotNode,
    FieldNode,
    IdentifierNode,
    ListNode,
    NilNode,
    Node,
    NumberNode,
    PipeNode,
    StringNode,
    TemplateNode,
    TextNode,
    Tree,
    VariableNode,
    WordNode,
)
from codemode.stdlib.text.template.numbers import BadNumber, read_number

_NODE_SIZE = 250
_MAX_NESTING = 1000
_OPERANDS = frozenset("bool charconstant . field identifier number nil raw string variable (".split())
_BLANK = re.compile(rb"\s*")


class ParseFailed(Exception):
    """The template cannot be parsed. `text` is Go's message."""

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self.text = text


class Source:
    """The state that the parsers of one text share: the lexer, three tokens of look-ahead, and the trees so far."""

    __slots__ = ("has_function", "lexer", "nesting", "run", "trees")

    def __init__(self, run: Run, lexer: Lexer, has_function: Callable[[bytes], bool]) -> None:
        self.run = run
        self.lexer = lexer
        self.has_function = has_function
        self.trees: dict[bytes, Tree] = {}
        self.nesting = 0


def parse(
    run: Run, name: bytes, text: bytes, left: bytes, right: bytes, has_function: Callable[[bytes], bool]
) -> dict[bytes, Tree]:
    """Parses a text and returns its trees by name. Raises ParseFailed."""
    left, right = left or b"{{", right or b"}}"
    lexer = Lexer(text, left, right)
    lexer.break_ok, lexer.continue_ok = not has_function(b"break"), not has_function(b"continue")
    source = Source(run, lexer, has_function)
    parser = _Parser(source, Tree(name, name, text, left, right))
    parser.parse()
    parser.add()
    return source.trees


def is_empty(node: Node | None) -> bool:
    if isinstance(node, ListNode):
        return all(is_empty(each) for each in node.nodes)
    return node is None or (isinstance(node, TextNode) and _BLANK.fullmatch(node.text) is not None)


class _Parser:
    def __init__(self, source: Source, tree: Tree) -> None:
        self.source = source
        self.tree = tree
        self.tokens: list[Token] = [Token("EOF", 0, b"", 0)] * 3
        self.peeked = 0
        self.vars: list[bytes] = [b"$"]
        self.action_line = 0
        self.range_depth = 0

    # --- tokens -----------------------------------------------------------------------------------------------

    def next(self) -> Token:
        if self.peeked > 0:
            self.peeked -= 1
        else:
            self.read()
        return self.tokens[self.peeked]

    def read(self) -> None:
        self.source.run.charge(6)
        self.tokens[0] = self.source.lexer.next()

    def backup(self) -> None:
        self.peeked += 1

    def peek(self) -> Token:
        if self.peeked == 0:
            self.peeked = 1
            self.read()
        return self.tokens[self.peeked - 1]

    def next_non_space(self) -> Token:
        while True:
            token = self.next()
            if token.typ != "space":
                return token

    def peek_non_space(self) -> Token:
        token = self.next_non_space()
        self.backup()
        return token

    # --- errors -----------------------------------------------------------------------------------------------

    def fail(self, message: bytes) -> NoReturn:
        raise self.failure(message)

    def failure(self, message: bytes) -> ParseFailed:
        return ParseFailed(b"template: %b:%d: %b" % (self.tree.parse_name, self.tokens[0].line, message))

    def expect(self, typ: str, context: bytes) -> Token:
        token = self.next_non_space()
        if token.typ != typ:
            self.unexpected(token, context)
        return token

    def unexpected(self, token: Token, context: bytes) -> NoReturn:
        raise self.refusal(token, context)

    def refusal(self, token: Token, context: bytes) -> ParseFailed:
        if token.typ == "error":
            extra = b""
            if self.action_line not in (0, token.line):
                extra = b" in action started at %b:%d" % (self.tree.parse_name, self.action_line)
                if token.val.endswith(b" action"):
                    extra = extra[len(b" in action") :]
            return self.failure(token.shown() + extra)
        return self.failure(b"unexpected %b in %b" % (token.shown(), context))

    def unquote(self, text: bytes) -> bytes:
        value = unquote(text)
        if value is None:
            self.fail(b"invalid syntax")
        return value

    # --- nodes ------------------------------------------------------------------------------------------------

    def make(self, kind: Callable[..., Any], pos: int, *parts: Any) -> Any:
        self.source.run.alloc(_NODE_SIZE)
        node = kind(pos, self.tree, *parts)
        self.tree.nodes.append(node)
        return node

    def deeper(self, message: bytes) -> None:
        self.source.nesting += 1
        if self.source.nesting > _MAX_NESTING:
            self.fail(message)

    def nested(self, name: bytes) -> _Parser:
        """Returns the parser for a template that is defined inside this one. It reads on from the same tokens."""
        tree = self.tree
        made = _Parser(self.source, Tree(name, tree.parse_name, tree.text, tree.left, tree.right))
        made.tokens[0] = self.tokens[0]
        return made

    # --- the whole --------------------------------------------------------------------------------------------

    def parse(self) -> None:
        root = self.tree.root = self.make(ListNode, self.peek().pos)
        while self.peek().typ != "EOF":
            if self.peek().typ == "left":
                delim = self.next()
                if self.next_non_space().typ == "define":
                    self.nested(b"definition").definition()
                    continue
                self.tokens[1] = delim
                self.peeked = 2
            node = self.text_or_action()
            if _ends(node):
                self.fail(b"unexpected " + self.tree.source(node))
            root.nodes.append(node)

    def add(self) -> None:
        trees, tree = self.source.trees, self.tree
        known = trees.get(tree.name)
        if known is None or is_empty(known.root):
            trees[tree.name] = tree
        elif not is_empty(tree.root):
            self.fail(b"template: multiple definition of template " + quote(tree.name))

    def definition(self) -> None:
        context = b"define clause"
        name = self.next_non_space()
        if name.typ not in ("string", "raw"):
            self.unexpected(name, context)
        self.tree.name = self.unquote(name.val)
        self.expect("right", context)
        self.tree.root, end = self.item_list()
        if end.word != "end":
            self.fail(b"unexpected %b in %b" % (self.tree.source(end), context))
        self.add()

    def item_list(self) -> tuple[ListNode, WordNode]:
        nodes: ListNode = self.make(ListNode, self.peek_non_space().pos)
        while self.peek_non_space().typ != "EOF":
            node = self.text_or_action()
            if isinstance(node, WordNode) and _ends(node):
                return nodes, node
            nodes.nodes.append(node)
        raise self.failure(b"unexpected EOF")

    def text_or_action(self) -> Node:
        token = self.next_non_space()
        if token.typ == "text":
            return self.make(TextNode, token.pos, token.val)
        if token.typ == "left":
            self.action_line = token.line
            node = self.action()
            self.action_line = 0
            return node
        raise self.refusal(token, b"input")

    def action(self) -> Node:
        token = self.next_non_space()
        control = _CONTROLS.get(token.typ)
        if control is not None:
            return control(self, token)
        self.backup()
        token = self.peek()
        return self.make(ActionNode, token.pos, self.pipeline(b"command", "right"))

    # --- control ----------------------------------------------------------------------------------------------

    def loop_control(self, token: Token) -> Node:
        word = token.typ.encode()
        after = self.next_non_space()
        if after.typ != "right":
            self.unexpected(after, b"{{%b}}" % word)
        if self.range_depth == 0:
            self.fail(b"{{%b}} outside {{range}}" % word)
        return self.make(WordNode, token.pos, token.typ)

    def branch_control(self, token: Token) -> Node:
        kind = token.typ
        self.deeper(b"max nesting depth exceeded")
        known = len(self.vars)
        pipe = self.pipeline(kind.encode(), "right")
        self.range_depth += kind == "range"
        body, end = self.item_list()
        self.range_depth -= kind == "range"
        orelse: ListNode | None = None
        if end.word == "else":
            after = self.peek()
            if kind in ("if", "with") and after.typ == kind:
                self.next()
                chained: ListNode = self.make(ListNode, end.pos)
                chained.nodes.append(self.branch_control(after))
                orelse = chained
            else:
                orelse, end = self.item_list()
                if end.word != "end":
                    self.fail(b"expected end; found " + self.tree.source(end))
        del self.vars[known:]
        self.source.nesting -= 1
        return self.make(BranchNode, pipe.pos, kind, pipe, body, orelse)

    def end_control(self, token: Token) -> Node:
        return self.make(WordNode, self.expect("right", b"end").pos, "end")

    def else_control(self, token: Token) -> Node:
        after = self.peek_non_space()
        if after.typ in ("if", "with"):
            return self.make(WordNode, after.pos, "else")
        return self.make(WordNode, self.expect("right", b"else").pos, "else")

    def block_control(self, _: Token) -> Node:
        context = b"block clause"
        self.deeper(b"max nesting depth exceeded")
        token = self.next_non_space()
        name = self.template_name(token, context)
        pipe = self.pipeline(context, "right")
        block = self.nested(name)
        block.tree.root, end = block.item_list()
        if end.word != "end":
            self.fail(b"unexpected %b in %b" % (self.tree.source(end), context))
        block.add()
        self.source.nesting -= 1
        return self.make(TemplateNode, token.pos, name, pipe)

    def template_control(self, _: Token) -> Node:
        context = b"template clause"
        token = self.next_non_space()
        name = self.template_name(token, context)
        pipe: PipeNode | None = None
        if self.next_non_space().typ != "right":
            self.backup()
            pipe = self.pipeline(context, "right")
        return self.make(TemplateNode, token.pos, name, pipe)

    def template_name(self, token: Token, context: bytes) -> bytes:
        if token.typ not in ("string", "raw"):
            self.unexpected(token, context)
        return self.unquote(token.val)

    # --- pipelines --------------------------------------------------------------------------------------------

    def pipeline(self, context: bytes, end: str) -> PipeNode:
        token = self.peek_non_space()
        pipe: PipeNode = self.make(PipeNode, token.pos, token.line)
        while self.declaration(pipe, context):
            pass
        while True:
            token = self.next_non_space()
            if token.typ == end:
                self.check_pipeline(pipe, context)
                return pipe
            if token.typ not in _OPERANDS:
                self.unexpected(token, context)
            self.backup()
            pipe.cmds.append(self.command())

    def declaration(self, pipe: PipeNode, context: bytes) -> bool:
        """Reads one variable before := or =. Returns whether another one may follow."""
        variable = self.peek_non_space()
        if variable.typ != "variable":
            return False
        self.next()
        after = self.peek()
        following = self.peek_non_space()
        if following.typ in ("=", ":="):
            pipe.is_assign = following.typ == "="
            self.next_non_space()
            self.declare(pipe, variable)
        elif following.typ == "char" and following.val == b",":
            self.next_non_space()
            self.declare(pipe, variable)
            if context == b"range" and len(pipe.decl) < 2:
                if self.peek_non_space().typ in ("variable", "right", ")"):
                    return True
                self.fail(b"range can only initialize variables")
            self.fail(b"too many declarations in " + context)
        elif after.typ == "space":
            self.tokens[1], self.tokens[2] = after, variable
            self.peeked = 3
        else:
            self.tokens[1] = variable
            self.peeked = 2
        return False

    def declare(self, pipe: PipeNode, variable: Token) -> None:
        pipe.decl.append(self.make(VariableNode, variable.pos, variable.val.split(b".")))
        self.vars.append(variable.val)

    def check_pipeline(self, pipe: PipeNode, context: bytes) -> None:
        if not pipe.cmds:
            self.fail(b"missing value for " + context)
        for stage, cmd in enumerate(pipe.cmds[1:], 2):
            if isinstance(cmd.args[0], (BoolNode, DotNode, NilNode, NumberNode, StringNode)):
                self.fail(b"non executable command in pipeline stage %d" % stage)

    def command(self) -> CommandNode:
        cmd: CommandNode = self.make(CommandNode, self.peek_non_space().pos)
        while True:
            self.peek_non_space()
            operand = self.operand()
            if operand is not None:
                cmd.args.append(operand)
            token = self.next()
            if token.typ == "space":
                continue
            if token.typ in ("right", ")"):
                self.backup()
            elif token.typ != "|":
                self.unexpected(token, b"operand")
            break
        if not cmd.args:
            self.fail(b"empty command")
        return cmd

    def operand(self) -> Node | None:
        node = self.term()
        if node is None or self.peek().typ != "field":
            return node
        chain: ChainNode = self.make(ChainNode, self.peek().pos, node)
        while self.peek().typ == "field":
            chain.fields.append(self.next().val[1:])
        if isinstance(node, FieldNode | VariableNode):
            return self.make(type(node), chain.pos, node.ident + chain.fields)
        if isinstance(node, BoolNode | StringNode | NumberNode | NilNode | DotNode):
            self.fail(b"unexpected . after term " + quote(self.tree.source(node)))
        return chain

    def term(self) -> Node | None:
        token = self.next_non_space()
        read = _TERMS.get(token.typ)
        if read is None:
            self.backup()
            return None
        return read(self, token)

    # --- terms ------------------------------------------------------------------------------------------------

    def identifier(self, token: Token) -> Node:
        if not self.source.has_function(token.val):
            self.fail(b"function %b not defined" % quote(token.val))
        return self.make(IdentifierNode, token.pos, token.val)

    def variable(self, token: Token) -> Node:
        ident = token.val.split(b".")
        if ident[0] not in self.vars:
            self.fail(b"undefined variable " + quote(ident[0]))
        return self.make(VariableNode, token.pos, ident)

    def parenthesis(self, token: Token) -> Node:
        self.deeper(b"max expression depth exceeded")
        pipe = self.pipeline(b"parenthesized pipeline", ")")
        self.source.nesting -= 1
        return pipe

    def number(self, token: Token) -> Node:
        try:
            return self.make(NumberNode, token.pos, token.val, *read_number(token.typ, token.val))
        except BadNumber as bad:
            raise self.failure(bad.text) from None

    def string(self, token: Token) -> Node:
        return self.make(StringNode, token.pos, token.val, self.unquote(token.val))


def _ends(node: Node) -> bool:
    return isinstance(node, WordNode) and node.word in ("end", "else")


_CONTROLS: dict[str, Callable[[_Parser, Token], Node]] = {
    "block": _Parser.block_control,
    "break": _Parser.loop_control,
    "continue": _Parser.loop_control,
    "else": _Parser.else_control,
    "end": _Parser.end_control,
    "if": _Parser.branch_control,
    "range": _Parser.branch_control,
    "with": _Parser.branch_control,
    "template": _Parser.template_control,
}
_TERMS: dict[str, Callable[[_Parser, Token], Node]] = {
    "identifier": _Parser.identifier,
    ".": lambda parser, token: parser.make(DotNode, token.pos),
    "nil": lambda parser, token: parser.make(NilNode, token.pos),
    "variable": _Parser.variable,
    "field": lambda parser, token: parser.make(FieldNode, token.pos, token.val[1:].split(b".")),
    "bool": lambda parser, token: parser.make(BoolNode, token.pos, token.val == b"true"),
    "charconstant": _Parser.number,
    "number": _Parser.number,
    "(": _Parser.parenthesis,
    "string": _Parser.string,
    "raw": _Parser.string,
}
