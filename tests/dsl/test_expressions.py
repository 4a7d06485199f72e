"""Every form of expression and of type, and what it is read as."""

from __future__ import annotations

import pytest

from codemode.dsl import nodes as n
from codemode.dsl import parse
from tests.dsl.dump import read, read_type

EXPRESSIONS = [
    ("x", "x"),
    ("(x)", "P(x)"),
    ("a + b*c", "(a + (b * c))"),
    ("a*b + c", "((a * b) + c)"),
    ("a - b - c", "((a - b) - c)"),
    ("a || b && c == d + e*f", "(a || (b && (c == (d + (e * f)))))"),
    ("a*b == c+d && e || f", "((((a * b) == (c + d)) && e) || f)"),
    ("1<<2 | 3&^4 ^ 5", "(((1 << 2) | (3 &^ 4)) ^ 5)"),
    ("a % b / c", "((a % b) / c)"),
    ("a <= b", "(a <= b)"),
    ("-x + +y", "((-x) + (+y))"),
    ("!a && !b", "((!a) && (!b))"),
    ("^x", "(^x)"),
    ("-x.y", "(-x.y)"),
    ("*p.x", "(*p.x)"),
    ("a * *p", "(a * (*p))"),
    ("a * *p", "(a * (*p))"),
    ("a & &b", "(a & (&b))"),
    ("<-ch", "(<-ch)"),
    ("<-<-ch", "(<-(<-ch))"),
    ("a - -b", "(a - (-b))"),
    ("f()", "f()"),
    ("f(a, b,)", "f(a, b)"),
    ("f(a, b...)", "f(a, b...)"),
    ("f(a...,)", "f(a...)"),
    ("f()()(1)", "f()()(1)"),
    ("a.b.c(d).e", "a.b.c(d).e"),
    ("a[i]", "a[i]"),
    ("a[i,]", "a[i]"),
    ("a[i][j]", "a[i][j]"),
    ("a[:]", "a[:]"),
    ("a[1:]", "a[1:]"),
    ("a[:2]", "a[:2]"),
    ("a[1:2]", "a[1:2]"),
    ("a[1:2:3]", "a[1:2:3]"),
    ("a[:2:3]", "a[:2:3]"),
    ("x.(T)", "x.(T)"),
    ("x.(map[string]any)", "x.(map[string]any)"),
    ("x.([]any)[0].(string)", "x.([]any)[0].(string)"),
    ("x.(*p.T)", "x.((*p.T))"),
    ("f[int](x)", "f[int](x)"),
    ("f[int, []string](x)", "f[int, []string](x)"),
    ("Pair[K, V]{1, 2}", "Pair[K, V]{1, 2}"),
    ("(*T).Method", "P((*T)).Method"),
    ("T.Method", "T.Method"),
    ("[]byte(s)", "[]byte(s)"),
    ("(func())(x)", "P(func()())(x)"),
    ("func()(x)", "func()(x)"),
    ("(<-chan int)(c)", "P(<-chan int)(c)"),
    ("<-chan int(c)", "(<-chan int(c))"),
    ("chan int(c)", "chan int(c)"),
    ("map[string]int(m)", "map[string]int(m)"),
    ("interface{ M() }(x)", "interface<M func()()>(x)"),
    ("struct{}{}", "struct<>{}"),
    ("struct{ a int }{1}.a", "struct<a int>{1}.a"),
    ("[]int{1, 2}", "[]int{1, 2}"),
    ("[]int{}", "[]int{}"),
    ("[...]string{2: a, b}", "[...]string{2: a, b}"),
    ("[3]int{1}[0]", "[3]int{1}[0]"),
    ("[]int{1}[0:1]", "[]int{1}[0:1]"),
    ("map[string]int{k: 1, l: 2,}", "map[string]int{k: 1, l: 2}"),
    ("[][]int{{1}, {2, 3}}", "[][]int{{1}, {2, 3}}"),
    ("map[P]P{{1, 2}: {3, 4}}", "map[P]P{{1, 2}: {3, 4}}"),
    ("[]func() func(){a, b}", "[]func()(func()()){a, b}"),
    ("map[string]func(int) (int, error){k: f}", "map[string]func(int)(int; error){k: f}"),
    ("[]struct{ a, b int }{{1, 2}}", "[]struct<a,b int>{{1, 2}}"),
    ("&T{X: 1}", "(&T{X: 1})"),
    ("&p.T{}", "(&p.T{})"),
    ("*[]int{}", "(*[]int{})"),
    ("func() {}", "func()(){}"),
    (
        "func(a, b int, c ...string) (x int, err error) { return }",
        "func(a,b int; c ...string)(x int; err error){return}",
    ),
    ("func(int, ...string) int { return 1 }(2)", "func(int; ...string)(int){return 1}(2)"),
    ("func() func() int { return f }()()", "func()(func()(int)){return f}()()"),
    ("func() (func(), error) { return f, nil }", "func()(func()(); error){return f, nil}"),
    ("func() []func() { return nil }", "func()([]func()()){return nil}"),
    ("func() struct{ a int } { return x }", "func()(struct<a int>){return x}"),
    ("func() interface{} { return x }", "func()(interface<>){return x}"),
    ("func() map[string]int { return map[string]int{} }", "func()(map[string]int){return map[string]int{}}"),
    ("make(chan int, 3)", "make(chan int, 3)"),
    ("make([]func(int) string, n)", "make([]func(int)(string), n)"),
    ("new(*T)", "new((*T))"),
    ("new(struct{ a int })", "new(struct<a int>)"),
    ("f(func() int, []T)", "f(func()(int), []T)"),
]

TYPES = [
    ("int", "int"),
    ("p.T", "p.T"),
    ("*T", "(*T)"),
    ("**T", "(*(*T))"),
    ("(T)", "P(T)"),
    ("*(T)", "(*P(T))"),
    ("[]T", "[]T"),
    ("[n]T", "[n]T"),
    ("[2*n + 1]T", "[((2 * n) + 1)]T"),
    ("[][2][]T", "[][2][]T"),
    ("map[string][]*p.T", "map[string][](*p.T)"),
    ("map[[2]int]map[K]V", "map[[2]int]map[K]V"),
    ("chan T", "chan T"),
    ("<-chan T", "<-chan T"),
    ("chan<- T", "chan<- T"),
    ("chan<- chan T", "chan<- chan T"),
    ("chan<- <-chan T", "chan<- <-chan T"),
    ("chan (<-chan T)", "chan P(<-chan T)"),
    ("<-chan <-chan T", "<-chan <-chan T"),
    ("<-chan (chan<- T)", "<-chan P(chan<- T)"),
    ("*<-chan T", "(*<-chan T)"),
    ("func()", "func()()"),
    ("func(int, string) error", "func(int; string)(error)"),
    ("func(a, b int) (c int, err error)", "func(a,b int)(c int; err error)"),
    ("func(...any)", "func(...any)()"),
    ("func(xs ...any)", "func(xs ...any)()"),
    ("func(a []int, b [3]int, c map[K]V)", "func(a []int; b [3]int; c map[K]V)()"),
    ("func(a P[int], b p.Q[K, V])", "func(a P[int]; b p.Q[K, V])()"),
    ("func(P[int], p.Q[K, V])", "func(P[int]; p.Q[K, V])()"),
    ("func(a *T, b <-chan T, c func() T)", "func(a (*T); b <-chan T; c func()(T))()"),
    ("func(func(func()) int) func() string", "func(func(func()())(int))(func()(string))"),
    ("func(a (T),) (b (T))", "func(a P(T))(b P(T))"),
    ("struct{}", "struct<>"),
    ("struct{ a, b int; c string }", "struct<a,b int; c string>"),
    ('struct { a int `json:"a"`; T "tag" }', "struct<a int tag=b'json:\"a\"'; embed T tag=b'tag'>"),
    ("struct { *T; p.U; V[int]; *p.W[K] }", "struct<embed (*T); embed p.U; embed V[int]; embed (*p.W[K])>"),
    ("struct { a []int; b [2]int; c func() (int, error) }", "struct<a []int; b [2]int; c func()(int; error)>"),
    ("struct { a struct { b int }; c interface{ M() } }", "struct<a struct<b int>; c interface<M func()()>>"),
    ("interface{}", "interface<>"),
    ("interface{ M(a int) string; N() }", "interface<M func(a int)(string); N func()()>"),
    (
        "interface{ error; fmt.Stringer; M() (int, error) }",
        "interface<embed error; embed fmt.Stringer; M func()(int; error)>",
    ),
    ("interface{ ~int | ~string | *T }", "interface<embed (((~int) | (~string)) | (*T))>"),
    ("interface{ []byte | string; comparable }", "interface<embed ([]byte | string); embed comparable>"),
    ("P[int]", "P[int]"),
    ("P[K, V]", "P[K, V]"),
    ("p.P[[]K, map[K]V,]", "p.P[[]K, map[K]V]"),
    ("P[Q[R[int]]]", "P[Q[R[int]]]"),
    ("P[func(int) string]", "P[func(int)(string)]"),
]


@pytest.mark.parametrize(("text", "tree"), EXPRESSIONS)
def test_expression(text: str, tree: str) -> None:
    assert read(f"_ = {text}") == f"_ = {tree}"
    assert read(f"f({text})") == f"f({tree})"


@pytest.mark.parametrize(("text", "tree"), TYPES)
def test_type(text: str, tree: str) -> None:
    assert read_type(text) == tree


@pytest.mark.parametrize("repair", [True, False])
def test_repairs_leave_go_alone(repair: bool) -> None:
    for text, tree in EXPRESSIONS:
        parsed = parse(f"_ = {text}", repair=repair)
        assert parsed.mends == [], text
        assert read(f"_ = {text}", repair=repair) == f"_ = {tree}"


def test_two_stars() -> None:
    """A product with what a pointer points to, or a power: the checker knows, unless it can be no pointer or the places differ."""
    assert read("_ = a**p", repair=False) == "_ = (a * (*p))"
    assert read("_ = a**p", repair=True) == "_ = __pow(a, p)"
    assert read("_ = a + -b**p", repair=True) == "_ = (a + (-__pow(b, p)))"
    assert read("_ = a / b**p", repair=True) == "_ = ((a / b) * (*p))"
    assert read("_ = a / b**2", repair=True) == "_ = (a / __pow(b, 2))"
    assert read("_ = a**-b**2", repair=True) == "_ = __pow(a, (-__pow(b, 2)))"


def test_places() -> None:
    text = "x := a.b(c, 1)[2] + -d"
    stmt = parse(text).file.stmts[0]
    assert isinstance(stmt, n.AssignStmt)
    total = stmt.rhs[0]
    assert isinstance(total, n.BinaryExpr)
    assert text[stmt.pos : stmt.end] == text
    assert text[total.pos : total.end] == "a.b(c, 1)[2] + -d"
    assert text[total.op_pos] == "+"
    assert text[total.x.pos : total.x.end] == "a.b(c, 1)[2]"
    assert text[total.y.pos : total.y.end] == "-d"


def test_every_node_lies_within_its_parent() -> None:
    from codemode.dsl.syntax.depth import children

    text = "".join(f"_ = {text}\n" for text, _ in EXPRESSIONS)
    file = parse(text, repair=False).file
    todo: list[n.Node] = [file]
    count = 0
    while todo:
        node = todo.pop()
        count += 1
        for child in children(node):
            assert node.pos <= child.pos <= child.end <= node.end
            todo.append(child)
    assert count > 500
