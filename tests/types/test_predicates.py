"""Predicates on types, as the run time uses them too."""

from __future__ import annotations

import gc
import weakref

import pytest

from codemode.types import model as m
from codemode.types.lookup import implements, lookup
from codemode.types.predicates import assignable, comparable, convertible_concrete, identical
from codemode.types.substitute import instantiate, substitute
from tests.types.support import run
from tests.types.tree import named_types

DECLARATIONS = """
type MyInt int
type Point struct{ X, Y int }
type Tagged struct{ X, Y int `json:"y"` }
type Other struct{ X, Y int }
type Fn func(int) int
type Ints []int
type Stringer interface{ String() string }
type Both interface{ Stringer; Len() int }
type Val struct{}
func (Val) String() string { return "" }
type Ptr struct{}
func (*Ptr) String() string { return "" }
type Outer struct{ Val; *Ptr; n int }
type Deep struct{ Outer }
type Stack[T any] struct{ items []T }
func (s *Stack[E]) Push(x E) {}
func (s Stack[E]) All() []E { return s.items }
type Bad struct{ f func() }
type Iface struct{ x any }
type List struct{ next *List }
__out = 1
"""
RESULT = run(DECLARATIONS)
TYPES = named_types(RESULT.checked.file)
INT, STRING, FLOAT = m.INT, m.STRING, m.FLOAT64


def t(name: str) -> m.Type:
    return TYPES[name]


def test_declarations_are_right() -> None:
    assert RESULT.errors == []


@pytest.mark.parametrize(
    ("v", "target", "answer"),
    [
        (INT, INT, True),
        (INT, FLOAT, False),
        (t("MyInt"), INT, False),
        (m.slice_of(INT), t("Ints"), True),
        (t("Ints"), m.slice_of(INT), True),
        (t("Val"), t("Stringer"), True),
        (t("Ptr"), t("Stringer"), False),
        (m.pointer_to(t("Ptr")), t("Stringer"), True),
        (m.pointer_to(t("Val")), t("Stringer"), True),
        (t("Both"), t("Stringer"), True),
        (t("Stringer"), t("Both"), False),
        (INT, m.ANY, True),
        (m.chan_of(INT), m.chan_of(INT, "recv"), True),
        (m.chan_of(INT, "recv"), m.chan_of(INT), False),
        (t("Point"), t("Other"), False),
        (m.signature_of((INT,), (INT,)), t("Fn"), True),
    ],
)
def test_assignable(v: m.Type, target: m.Type, answer: bool) -> None:
    assert assignable(v, target) is answer


@pytest.mark.parametrize(
    ("v", "target", "answer"),
    [
        (INT, FLOAT, True),
        (FLOAT, INT, True),
        (INT, STRING, True),
        (STRING, m.SLICE_BYTE, True),
        (m.slice_of(m.INT32), STRING, True),
        (STRING, INT, False),
        (t("Point"), t("Other"), True),
        (t("Point"), t("Tagged"), True),
        (m.pointer_to(t("Point")), m.pointer_to(t("Tagged")), True),
        (m.slice_of(t("Point")), m.slice_of(t("Other")), False),
        (m.slice_of(INT), m.array_of(INT, 3), True),
        (m.slice_of(INT), m.pointer_to(m.array_of(INT, 3)), True),
        (m.BOOL, INT, False),
        (m.COMPLEX64, m.COMPLEX128, True),
        (m.COMPLEX64, FLOAT, False),
        (t("MyInt"), INT, True),
    ],
)
def test_convertible(v: m.Type, target: m.Type, answer: bool) -> None:
    assert (assignable(v, target) or convertible_concrete(v, target)) is answer


@pytest.mark.parametrize(
    ("typ", "answer"),
    [
        (INT, True),
        (m.slice_of(INT), False),
        (m.map_of(INT, INT), False),
        (m.signature_of((), ()), False),
        (t("Point"), True),
        (t("Bad"), False),
        (m.array_of(t("Bad"), 2), False),
        (t("Iface"), True),
        (m.ANY, True),
        (t("List"), True),
        (m.pointer_to(t("Bad")), True),
        (m.chan_of(INT), True),
    ],
)
def test_comparable(typ: m.Type, answer: bool) -> None:
    assert comparable(typ) is answer


def test_identity_is_the_same_object() -> None:
    assert m.map_of(STRING, m.slice_of(INT)) is m.map_of(STRING, m.slice_of(INT))
    fields = [m.StructField("a", INT, tag="x")]
    assert m.struct_of(fields) is m.struct_of([m.StructField("a", INT, tag="x")])
    assert m.struct_of(fields) is not m.struct_of([m.StructField("a", INT)])
    assert identical(m.interface_of({}), m.ANY)


def test_implements_names_what_is_missing() -> None:
    assert implements(t("Val"), t("Stringer")) is None
    assert implements(t("Val"), t("Both")) == "Len"
    assert implements(t("Ptr"), t("Stringer")) == "String"


def test_lookup_through_embedded_fields() -> None:
    assert lookup(t("Deep"), "String").kind == "ambiguous"
    found = lookup(t("Deep"), "n")
    assert (found.kind, found.path) == ("field", (0, 2))
    assert lookup(t("Deep"), "zzz").kind == "missing"
    assert not lookup(t("Deep"), "zzz")


def test_methods_of_instances() -> None:
    stack = t("Stack")
    assert isinstance(stack, m.Named)
    ints = instantiate(stack, [INT])
    push = lookup(m.pointer_to(ints), "Push")
    assert str(push.typ) == "func(int)"
    assert push.holder is ints
    assert push.func is lookup(m.pointer_to(instantiate(stack, [STRING])), "Push").func
    kinds = [lookup(typ, "Push", addressable=False).kind for typ in (ints, m.pointer_to(ints))]
    assert kinds == ["needs_pointer", "method"]


def test_substitution_reaches_everything() -> None:
    p = m.TypeParam("P", 0)
    inner = m.map_of(STRING, m.signature_of((m.chan_of(p), m.slice_of(p)), (m.array_of(p, 2),), True))
    struct = m.struct_of([m.StructField("f", inner), m.StructField("g", m.pointer_to(p))])
    assert str(substitute(struct, {p: INT})) == "struct { f map[string]func(chan int, ...int) [2]int; g *int }"
    assert substitute(struct, {}) is struct
    assert substitute(INT, {p: STRING}) is INT


def test_types_of_a_program_are_not_kept() -> None:
    """Interning must not keep recursive types, and with them trees, of programs that are gone."""
    result = run("type Node struct{ next *Node; kids []Node }\nfunc (n *Node) walk() {}\n_ = &Node{}\n__out = 1")
    node = weakref.ref(named_types(result.checked.file)["Node"])
    del result
    gc.collect()
    assert node() is None
