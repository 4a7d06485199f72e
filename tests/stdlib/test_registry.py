"""Every library package can be imported, and every declaration in it parses to what it says."""

import pytest

from codemode.stdlib.catalogue import MEMBER_HINTS, MODULES
from codemode.stdlib.registry import Library, Package, library
from codemode.types import model
from codemode.types.objects import Const, Func, TypeName, Var


@pytest.mark.parametrize("path", MODULES)
def test_every_declaration_parses(path):
    package = library().package(path)
    for name in package.member_names():
        member = package.member(name)
        assert isinstance(member, Func | TypeName | Const | Var), name
        if isinstance(member, Func):
            assert isinstance(member.signature, model.Signature)
            assert len(member.param_names) == len(member.signature.params)
            assert member.cost is None or callable(member.cost)
        elif isinstance(member, TypeName):
            assert member.typ.underlying is not model.INVALID
    for named in package._types.values():
        assert named.underlying is not model.INVALID, named.name
        for method in named.methods.values():
            assert isinstance(method.signature, model.Signature)
            assert method.cost is None or callable(method.cost)


def test_a_type_is_one_object_everywhere():
    strings = library().package("strings")
    assert strings.member("Builder").typ is Library().by_name("strings").named("Builder")
    reader = library().package("io").member("Reader").typ
    assert library().package("io").member("MultiReader").signature.params[0] is model.slice_of(reader)


def test_members_of_the_guest_are_exported_ones():
    errors = library().package("errors")
    assert errors.member("errorString") is None
    assert errors.member("nothing") is None
    assert "New" in errors.member_names()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("net/http", "codemode.CallTool"),
        ("net/http/httptest", "codemode.CallTool"),
        ("os/exec", "processes"),
        ("io/ioutil", "io.ReadAll"),
        ("database/sql", "codemode.CallTool"),
        ("github.com/pkg/errors", '"errors"'),
        ("github.com/a/b", "codemode.CallTool"),
        ("golang.org/x/exp/slices", '"slices"'),
        ("rand", '"math/rand"'),
        ("unsafe", "memory"),
        ("nonsense", "the packages are"),
    ],
)
def test_hints_for_what_is_not_there(path, words):
    assert library().package(path) is None
    assert words in library().hint(path)


def test_costs_are_expressions_over_go_parameters():
    package = Package("testing/costs")

    @package.func("func F(s string, n int, from []byte) string", cost="len(s) * n + len(from_)")
    def body(s, n, from_):
        return s

    cost = package.member("F").cost
    from codemode.interpreter.machine.values import NIL_SLICE, slice_from

    assert cost(b"abc", 4, slice_from(bytearray(b"xy"))) == 14
    assert cost(b"abc", -4, NIL_SLICE) == 0  # nobody earns steps


def test_a_generic_receiver_has_its_parameters_in_scope():
    package = Package("testing/generic")
    box = package.type("type Box[T any] struct { v native }")

    @package.method("func (b *Box[E]) Get() E")
    def get(b):
        return b[0]

    assert box.methods["Get"].signature.results[0] is box.type_params[0]


def test_advice_for_members_that_are_not_there():
    assert "no files" in library().package("os").advice("ReadFile")
    assert "fmt.Sscan" in library().package("fmt").advice("Scanln")
    assert library().package("fmt").advice("Nonsense") == ""
    for name in MEMBER_HINTS:
        package, _, member = name.partition(".")
        assert library().by_name(package).member(member) is None, name
