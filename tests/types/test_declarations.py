"""Go declaration texts become objects."""

from __future__ import annotations

from fractions import Fraction

import pytest

from codemode.types import DeclarationError, declare, model
from codemode.types.lookup import implements, lookup
from codemode.types.objects import Const, Func, Object, TypeName, Var
from codemode.types.substitute import instantiate
from tests.types.library import FakeLibrary


class Scope:
    """A package that is being declared."""

    def __init__(self) -> None:
        self.names: dict[str, Object] = {}

    def add(self, text: str) -> Object:
        made = declare(text, package="p", lookup=self.names.get, importer=FakeLibrary())
        if not (isinstance(made, Func) and made.recv):
            self.names[made.name] = made
        return made


def test_a_function() -> None:
    made = Scope().add("func Cut(s, sep string) (before, after string, found bool)")
    assert isinstance(made, Func)
    assert str(made.typ) == "func(string, string) (string, string, bool)"
    assert made.param_names == ("s", "sep")
    assert made.result_names == ("before", "after", "found")
    assert made.package == "p"


@pytest.mark.parametrize(
    ("text", "typ"),
    [
        ("func F(a ...any) error", "func(...any) error"),
        (
            "func F(f func(i, j int) bool, x *[]map[string]chan int) [3]byte",
            "func(func(int, int) bool, *[]map[string]chan int) [3]uint8",
        ),
        ("func F(c <-chan int, d chan<- struct{ A, B int })", "func(<-chan int, chan<- struct { A int; B int })"),
        ("func F(w io.Writer) *strings.Builder", "func(io.Writer) *strings.Builder"),
        ("func F(x interface{ M(); error })", "func(interface { Error() string; M() })"),
        ("func F()", "func()"),
    ],
)
def test_types_of_functions(text: str, typ: str) -> None:
    assert str(Scope().add(text).typ) == typ


def test_a_type_with_methods() -> None:
    scope = Scope()
    made = scope.add("type Duration int64")
    scope.add("func (d Duration) String() string")
    scope.add("func (d *Duration) Set(n int64)")
    assert isinstance(made, TypeName)
    assert made.typ.underlying is model.INT64
    assert str(made.typ) == "p.Duration"
    assert lookup(made.typ, "String", addressable=False).kind == "method"
    assert lookup(made.typ, "Set", addressable=False).kind == "needs_pointer"
    assert lookup(model.pointer_to(made.typ), "Set").kind == "method"


def test_the_underlying_type_is_read_when_it_is_needed() -> None:
    scope = Scope()
    made = scope.add("type List struct { head *Node; buf native }")
    scope.add("type Node struct { next *Node; list *List }")
    under = made.typ.underlying
    assert isinstance(under, model.Struct)
    assert under.fields[1].type is model.NATIVE
    assert under.fields[0].type is model.pointer_to(scope.names["Node"].typ)


def test_a_generic_function() -> None:
    made = Scope().add("func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int)")
    assert isinstance(made.typ, model.Signature)
    assert [p.name for p in made.typ.type_params] == ["S", "E"]
    assert str(made.typ.type_params[0].constraint) == "~[]E"


def test_a_generic_type() -> None:
    scope = Scope()
    made = scope.add("type Pointer[T any] struct { p *T }")
    scope.add("func (x *Pointer[U]) Load() *U")
    assert isinstance(made.typ, model.Named)
    ints = instantiate(made.typ, [model.INT])
    assert str(lookup(model.pointer_to(ints), "Load").typ) == "func() *int"
    assert str(ints.underlying) == "struct { p *int }"


def test_an_alias() -> None:
    made = Scope().add("type A = []string")
    assert isinstance(made, TypeName)
    assert made.alias
    assert made.typ is model.SLICE_STRING


@pytest.mark.parametrize(
    ("text", "typ", "value"),
    [
        ('const A = "x" + "y"', model.UNTYPED_STRING, b"xy"),
        ("const A = 1<<63 - 1", model.UNTYPED_INT, 2**63 - 1),
        ("const A = 1.5 / 3", model.UNTYPED_FLOAT, Fraction(1, 2)),
        ("const A float32 = 0.1", model.FLOAT32, Fraction(13421773, 134217728)),
        ("const A = 'a'", model.UNTYPED_RUNE, 97),
        ("const A uint8 = ^uint8(0)", model.UINT8, 255),
        ("const A = -5 % 3", model.UNTYPED_INT, -2),
        ("const A = int64(7) / 2", model.INT64, 3),
        ("const A = 1 < 2", model.UNTYPED_BOOL, True),
        ("const A = (1 + 2) * 3.0", model.UNTYPED_FLOAT, Fraction(9)),
    ],
)
def test_constants(text: str, typ: model.Type, value: object) -> None:
    made = Scope().add(text)
    assert isinstance(made, Const)
    assert (made.typ, made.value) == (typ, value)


def test_constants_of_each_other() -> None:
    scope = Scope()
    scope.add("type Duration int64")
    scope.add("const Nanosecond Duration = 1")
    made = scope.add("const Microsecond = 1000 * Nanosecond")
    assert isinstance(made, Const)
    assert (str(made.typ), made.value) == ("p.Duration", 1000)


def test_a_variable() -> None:
    made = Scope().add("var EOF error")
    assert isinstance(made, Var)
    assert (made.typ, made.kind) == (model.ERROR, "global")


@pytest.mark.parametrize(
    "text",
    [
        "func F(x Missing)",
        "func F(x nowhere.T)",
        "const A uint8 = 256",
        "const A = missing",
        "var A, B int",
        "var A = 1",
        'import "fmt"',
        "type A int\ntype B int",
        "func F(x [n]int)",
        "func (m Missing) M()",
    ],
)
def test_mistakes(text: str) -> None:
    with pytest.raises(DeclarationError):
        assert Scope().add(text).typ.underlying is None


def test_interfaces_of_the_library_at_run_time() -> None:
    library = FakeLibrary()
    reader = library.by_name("io").member("Reader").typ
    builder = library.by_name("strings").member("Builder").typ
    assert implements(model.pointer_to(library.by_name("strings").member("Reader").typ), reader) is None
    assert implements(model.pointer_to(builder), reader) == "Read"
    assert implements(builder, model.ANY) is None
