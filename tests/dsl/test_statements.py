"""Every form of statement and declaration, Go's semicolon rule, and what a brace opens."""

from __future__ import annotations

import pytest

from codemode.dsl import nodes as n
from codemode.dsl import parse
from codemode.errors import ParseError
from tests.dsl.dump import read

STATEMENTS = [
    ("x", "x"),
    ("x++", "x++"),
    ("x.y[0]--", "x.y[0]--"),
    ("x = 1", "x = 1"),
    ("a, b = b, a", "a, b = b, a"),
    ("a, b := f()", "a, b := f()"),
    ("x += 1", "x += 1"),
    ("x &^= y << 2", "x &^= (y << 2)"),
    ("x <<= 1; y >>= 1; z %= 2", "x <<= 1\ny >>= 1\nz %= 2"),
    ("ch <- v + 1", "ch <- (v + 1)"),
    ("ch <- <-d", "ch <- (<-d)"),
    ("<-ch", "(<-ch)"),
    ("v, ok := <-ch", "v, ok := (<-ch)"),
    ("go f(x)", "go f(x)"),
    ("go func() { x() }()", "go func()(){x()}()"),
    ("defer mu.Unlock()", "defer mu.Unlock()"),
    ("return", "return"),
    ("return a, b", "return a, b"),
    ("{};", "{}"),
    ("{ a(); { b() } }", "{a(); {b()}}"),
    ("{ ; ; a(); ; }", "{a()}"),
    ("L: x()", "L: x()"),
    ("L: M: x()", "L: M: x()"),
    ("{ L: }", "{L: <empty>}"),
    ("{ L: ; x() }", "{L: <empty>; x()}"),
    ("for { break L; continue L; break; continue; goto L }", "for ; ;  {break L; continue L; break; continue; goto L}"),
    ("if x { }", "if ; x {}"),
    ("if x { a() } else { b() }", "if ; x {a()} else {b()}"),
    ("if x { a() } else if y { b() } else { c() }", "if ; x {a()} else if ; y {b()} else {c()}"),
    ("if err := f(); err != nil { }", "if err := f(); (err != nil) {}"),
    ("if v, ok := m[k]; ok && v { }", "if v, ok := m[k]; (ok && v) {}"),
    ("if ; x { }", "if ; x {}"),
    ("if f := func() bool { return true }; f() { }", "if f := func()(bool){return true}; f() {}"),
    ("if func() bool { return true }() { }", "if ; func()(bool){return true}() {}"),
    ("if (T{1}) == t { }", "if ; (P(T{1}) == t) {}"),
    ("if f(T{1}) { }", "if ; f(T{1}) {}"),
    ("if m[T{1}] { }", "if ; m[T{1}] {}"),
    ("if x == struct{}{} { }", "if ; (x == struct<>{}) {}"),
    ("if len([]int{1}) > 0 { }", "if ; (len([]int{1}) > 0) {}"),
    ("if x.(interface{ M() }) != nil { }", "if ; (x.(interface<M func()()>) != nil) {}"),
    ("for { }", "for ; ;  {}"),
    ("for x { }", "for ; x;  {}"),
    ("for i := 0; i < n; i++ { }", "for i := 0; (i < n); i++ {}"),
    ("for ; ; { }", "for ; ;  {}"),
    ("for ; x; { }", "for ; x;  {}"),
    ("for i := 0; ; i++ { }", "for i := 0; ; i++ {}"),
    ("for range 3 { }", "for , = range 3 {}"),
    ("for range ch { }", "for , = range ch {}"),
    ("for i := range 10 { }", "for i, := range 10 {}"),
    ("for k, v := range m { }", "for k,v := range m {}"),
    ("for k, v = range m { }", "for k,v = range m {}"),
    ("for x.y, a[0] = range m { }", "for x.y,a[0] = range m {}"),
    ("for _, x := range []int{1, 2} { }", "for _,x := range []int{1, 2} {}"),
    ("for k := range map[string]int{a: 1} { }", "for k, := range map[string]int{a: 1} {}"),
    ("for _, f := range []func() int{a, b} { }", "for _,f := range []func()(int){a, b} {}"),
    ("for _, x := range [...]T{{1}, {2}} { }", "for _,x := range [...]T{{1}, {2}} {}"),
    ("for _, x := range []struct{ a int }{{1}} { }", "for _,x := range []struct<a int>{{1}} {}"),
    ("for x := range f(func() { g() }) { }", "for x, := range f(func()(){g()}) {}"),
    ("switch { }", "switch ;  {}"),
    (
        "switch x { case 1, 2: a(); b(); case 3: default: c() }",
        "switch ; x {case 1, 2: {a(); b()}; case 3: {}; default: {c()}}",
    ),
    ("switch x := f(); { case x > 1: }", "switch x := f();  {case (x > 1): {}}"),
    ("switch x := f(); x { }", "switch x := f(); x {}"),
    ("switch x { case 1: fallthrough; case 2: }", "switch ; x {case 1: {fallthrough}; case 2: {}}"),
    ("switch x { case T{1}: { a() } }", "switch ; x {case T{1}: {{a()}}}"),
    ("switch x.(type) { case int, *T: case nil: }", "typeswitch ;  := x {case int, (*T): {}; case nil: {}}"),
    (
        "switch v := x.(type) { case []int: case func() int: }",
        "typeswitch ; v := x {case []int: {}; case func()(int): {}}",
    ),
    ("switch a := 1; v := x.y().(type) { default: }", "typeswitch a := 1; v := x.y() {default: {}}"),
    ("switch x := x.(T); x { }", "switch x := x.(T); x {}"),
    ("select { }", "select {}"),
    (
        "select { case v := <-a: f(v); case b <- 1: case <-c: case x[0], ok = <-d: default: g() }",
        "select {case v := (<-a): {f(v)}; case b <- 1: {}; case (<-c): {}; case x[0], ok = (<-d): {}; default: {g()}}",
    ),
    ("var x int", "var x int = "),
    ("var x, y int = 1, 2", "var x, y int = 1, 2"),
    ("var x = 1", "var x  = 1"),
    ("var ( x int; y = 2 )", "var x int = ; y  = 2"),
    ("var ()", "var "),
    ("var f func() = func() { }", "var f func()() = func()(){}"),
    ("var x struct { a int }", "var x struct<a int> = "),
    ("const c = 1", "const c  = 1 #0"),
    ("const ( a = iota; b; c )", "const a  = iota #0; b  = iota #1; c  = iota #2"),
    (
        "const ( a, b T = iota, 1; _, _; c, d = 3, 4 )",
        "const a, b T = iota, 1 #0; _, _ T = iota, 1 #1; c, d  = 3, 4 #2",
    ),
    ("type T int", "type T int"),
    ("type T = int", "type T = int"),
    ("type ( T struct{}; U []T )", "type T struct<>; U []T"),
    ("type T [n]int", "type T [n]int"),
    ("type T [n * m]int", "type T [(n * m)]int"),
    ("type T [2]int", "type T [2]int"),
    ("type T []int", "type T []int"),
    ("type T [p.N]int", "type T [p.N]int"),
    ("type T [P]int", "type T [P]int"),
    ("type T[P any] []P", "type T[P any] []P"),
    ("type T[P, Q any] struct{}", "type T[P,Q any] struct<>"),
    ("type T[K comparable, V any] map[K]V", "type T[K comparable; V any] map[K]V"),
    ("type T[P ~int | ~string] P", "type T[P ((~int) | (~string))] P"),
    ("type T[P *C,] P", "type T[P (*C)] P"),
    ("type T[P *C, Q any] P", "type T[P (*C); Q any] P"),
    ("type T[P *[]int] P", "type T[P (*[]int)] P"),
    ("type T[P []int] P", "type T[P []int] P"),
    ("type T[P interface{ M() }] P", "type T[P interface<M func()()>] P"),
    ("type T[P (C),] P", "type T[P P(C)] P"),
    ("type T [P * C]int", "type T [(P * C)]int"),
    ("type T [P(C)]int", "type T [P(C)]int"),
    ("type A[P any] = []P", "type A[P any] = []P"),
    ("type F func(int) (string, error)", "type F func(int)(string; error)"),
    ("func f() { }", "func f()(){}"),
    ("func f(a, b int, c ...string) (x, y int) { return }", "func f(a,b int; c ...string)(x,y int){return}"),
    ("func f[T any, U ~int](t T) U { return 0 }", "func f[T any; U (~int)](t T)(U){return 0}"),
    ("func (t T) m() { }", "func (t T) m()(){}"),
    ("func (t *T[K, V]) m(x int) (int, error) { }", "func (t (*T[K, V])) m(x int)(int; error){}"),
    ("func (*T) m() { }", "func ((*T)) m()(){}"),
    ("func (t T) m[P any](x P) { }", "func (t T) m[P any](x P)(){}"),
    ("func f() int", "func f()(int)"),
    ("func f() func() int { return nil }", "func f()(func()(int)){return nil}"),
    ("func f() (func(), []func()) { return nil, nil }", "func f()(func()(); []func()()){return nil, nil}"),
    ('import "fmt"', "import fmt"),
    ('import ( m "math"; . "fmt"; _ "net/url" )', "import m math; . fmt; _ net/url"),
    ("func() { }()", "func()(){}()"),
    ("func(a int) T { return a }(1)", "func(a int)(T){return a}(1)"),
    ("T{1}.m()", "T{1}.m()"),
    ("[]int{1}[0]++", "[]int{1}[0]++"),
    ("map[string]int{}[a] = 1", "map[string]int{}[a] = 1"),
]


@pytest.mark.parametrize(("text", "tree"), STATEMENTS, ids=[text for text, _ in STATEMENTS])
def test_statement(text: str, tree: str) -> None:
    assert read(text) == tree


def test_statements_are_read_alike_inside_functions_and_with_repairs() -> None:
    for text, tree in STATEMENTS:
        parsed = parse(f"func f() {{\n{text}\n}}" if not text.startswith(("func f", "func (", "import")) else text)
        assert parsed.mends == [], text
        if not text.startswith(("func f", "func (", "import")):
            assert read(f"func f() {{ {text} }}") == f"func f()(){{{'; '.join(tree.splitlines())}}}"


LINES = [
    ("a()\nb()", "a()\nb()"),
    ("a();\nb();", "a()\nb()"),
    ("a() // one\nb() /* two */\nc()", "a()\nb()\nc()"),
    ("a() /* over\nlines */ b()", "a()\nb()"),
    ("x := 1 +\n2", "x := (1 + 2)"),
    ("x := a.\nb", "x := a.b"),
    ("f(a,\nb,\n)", "f(a, b)"),
    ("x := []int{\n1,\n2,\n}", "x := []int{1, 2}"),
    ("x := map[string][]int{\na: {\n1,\n},\n}", "x := map[string][]int{a: {1}}"),
    ("if a &&\nb {\n}", "if ; (a && b) {}"),
    ("func f(\na int,\nb int,\n) (\nint,\nerror,\n) {\n}", "func f(a int; b int)(int; error){}"),
    ("type T struct {\na int\nb, c string\n\n}", "type T struct<a int; b,c string>"),
    ("type I interface {\nM()\n~int | string\n}", "type I interface<M func()(); embed ((~int) | string)>"),
    ("const (\na = iota\nb\n)", "const a  = iota #0; b  = iota #1"),
    ('import (\n"fmt"\n. "math"\n)', "import fmt; . math"),
    ("switch x {\ncase 1:\na()\ncase 2:\ndefault:\n}", "switch ; x {case 1: {a()}; case 2: {}; default: {}}"),
    ("for i := 0; i < 3; i++ {\nx()\n}", "for i := 0; (i < 3); i++ {x()}"),
    ("return\nx()", "return\nx()"),
    ("L:\nfor {\nbreak\n}", "L: for ; ;  {break}"),
    ("x++\ny--\nz()", "x++\ny--\nz()"),
    ("a()\r\nb()\r\n", "a()\nb()"),
    ("\ufeffa()", "a()"),
    ("x := `a\nb`\ny()", "x := `a\nb`\ny()"),
]


@pytest.mark.parametrize(("text", "tree"), LINES)
def test_semicolons_are_inserted_as_in_go(text: str, tree: str) -> None:
    assert read(text) == tree


def test_repeated_constants_share_their_values() -> None:
    decl = parse("const (\na, b T = iota, 2\nc, d\n)", repair=False).file.stmts[0]
    assert isinstance(decl, n.DeclStmt)
    first, second = decl.decl.specs
    assert second.values is first.values
    assert second.type is first.type
    assert (first.iota, second.iota) == (0, 1)


INVALID = [
    ("for a.b := range x { }", "syntax error: non-name a.b on left side of :="),
    ("for a, b, c := range x { }", "range clause permits at most two iteration variables"),
    ("defer (f())", "expression in defer must not be parenthesized"),
    ("x = y.(type)", "syntax error: use of .(type) outside type switch"),
    ("x = a[::]", "syntax error: middle index required in 3-index slice"),
    ("x = a[1:2:]", "syntax error: final index required in 3-index slice"),
    ("if x := 1 { }", "syntax error: cannot use x := 1 as value"),
    ("if x = 1 { }", "syntax error: cannot use assignment x = 1 as value"),
    ("if { }", "syntax error: missing condition in if statement"),
    ("if x := 1; { }", "syntax error: missing condition in if statement"),
    ("for i := 0; i < 1; j := 1 { }", "syntax error: cannot declare in post statement of for loop"),
    ("switch x := 1 { }", "syntax error: cannot use x := 1 as value"),
    ("func f(a int, string) { }", "syntax error: missing parameter type"),
    ("func f(a, b) (c int, d) { }", "syntax error: missing parameter type"),
    ("func f([]int, a int) { }", "syntax error: missing parameter name"),
    ("func f() (...int) { }", "invalid use of ..."),
    ("func f[T]() { }", "syntax error: missing type constraint"),
    ("func f[*T any]() { }", None),
    ("func () m() { }", "method has no receiver"),
    ("func (a T, b U) m() { }", "method has multiple receivers"),
    ("const c", "missing init expr for const declaration"),
    ("const ( a = 1; b int )", "missing init expr for const declaration"),
    ("fallthrough L", "syntax error: unexpected name L at end of statement"),
    ("for { goto }", None),
    ("type T struct { *[]int }", "syntax error: expected field name or embedded type"),
    ("type T struct { *(U) }", "syntax error: cannot parenthesize embedded type"),
    ("var x := 1", "syntax error: unexpected :=, expected type"),
    ("return x := 1", "syntax error: unexpected := at end of statement"),
    ('import ""', 'invalid import path: ""'),
    ("package p\nx := 1", "syntax error: non-declaration statement outside function body"),
    ("var x int\npackage p", "syntax error: package statement must be first"),
    ('package p\nvar x int\nimport "fmt"', "syntax error: imports must appear before other declarations"),
    ("func f() { func g() { } }", "syntax error: unexpected name g, expected ("),
    ('func f() { import "fmt" }', "syntax error: unexpected keyword import"),
]


@pytest.mark.parametrize(("text", "message"), INVALID, ids=[text for text, _ in INVALID])
def test_invalid(text: str, message: str | None) -> None:
    with pytest.raises(ParseError) as error:
        parse(text, repair=False)
    found = error.value.diagnostics[0].message
    assert found == message if message else found.startswith("syntax error: ")
