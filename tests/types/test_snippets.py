"""Forms of input: what is declared where, what may be used before it is declared, imports and packages."""

from __future__ import annotations

import pytest

from codemode.types import declare, model
from codemode.types.objects import Var
from tests.types.support import program, run


@pytest.mark.parametrize(
    "text",
    [
        "__out = f(2)\nfunc f(n int) int { return n * factor }\nconst factor = 3",
        "p := Point{1, 2}\n__out = p.sum()\ntype Point struct{ x, y int }\nfunc (p Point) sum() int { return p.x + p.y }",
        "func even(n int) bool { return n == 0 || odd(n-1) }\nfunc odd(n int) bool { return n != 0 && even(n-1) }\n__out = even(4)",
        "total := 0\nfunc add(n int) { total += n }\nadd(2)\n__out = total",
        "type A struct{ b *B }\ntype B struct{ a []A }\n__out = A{}.b == nil",
        "const (\na = iota\nb\n)\n__out = b",
        "max := func(a, b int) int { return a }\n__out = max(1, 2)",
        "result := compute()\nfunc compute() int { return 1 }\n__out = result",
        "len := 3\n__out = len",
        "if true { type local struct{ a int }; __out = local{1}.a }",
        "func main() { __out = 1 }\nmain()",
        'package main\nimport "fmt"\nx := 1\nfmt.Println(x)\n__out = x',
        "goto done\ndone:\n__out = 1",
    ],
)
def test_snippets(text: str) -> None:
    assert run(text).errors == []


def test_a_variable_is_not_there_before_it_is_declared() -> None:
    assert run("__out = x\nx := 1").errors == ["1: undefined: x"]


def test_a_variable_of_a_block_is_not_seen_by_functions() -> None:
    assert run("if true { x := 1; _ = x }\nfunc f() int { return x }\n__out = f()").errors == ["2: undefined: x"]


def test_types_and_constants_are_declared_once() -> None:
    assert run("type T int\ntype T string\n__out = 1").errors == ["2: T redeclared in this block"]
    assert run("const a = 1\nfunc a() {}\n__out = 1").errors == ["1: a redeclared in this block"]


def test_a_program_needs_main() -> None:
    assert run("package main\nfunc f() {}").errors == ["3: function main is undeclared in the main package"] or run(
        "package main\nfunc f() {}"
    ).errors == ["2: function main is undeclared in the main package"]


def test_a_program_may_set_out() -> None:
    result = run(program("__out = 1"))
    assert result.errors == []
    assert result.checked.sets_out


# --- packages ---------------------------------------------------------------------------------------------------------------


def test_packages_need_no_import() -> None:
    assert run('__out = strings.ToUpper("a")').problems == []
    assert run(program('fmt.Println(strings.ToUpper("a"))')).problems == []


def test_in_go_itself_they_do() -> None:
    result = run(program('fmt.Println("a")'), repair=False)
    assert result.errors == ["4: undefined: fmt"]


def test_imports_are_checked() -> None:
    result = run('import "net/http"\nimport "os"\nx := http.Get("a")\n__out = x')
    codes = [p.code for p in result.checked.errors]
    assert codes == ["module_access_denied", "module_access_denied"]
    assert result.errors == ['1: import "net/http" is not in the library', '2: import "os" is not in the library']
    assert "codemode.CallTool" in result.hints[0]


def test_unused_imports_are_warnings() -> None:
    result = run('import "fmt"\nimport str "strings"\nimport . "math"\nimport _ "time"\n__out = Sqrt(2)')
    assert result.errors == []
    assert result.warnings == ['1: "fmt" imported and not used', '2: "strings" imported as str and not used']


def test_renamed_imports() -> None:
    assert run('import str "strings"\n__out = str.ToUpper("a")').problems == []


def test_a_function_and_a_package_of_one_name() -> None:
    host = declare("func json(v any)", package="", lookup=lambda _: None)
    text = "json(1)\nraw, err := json.Marshal(1)\nif err != nil { return err }\n__out = string(raw)"
    assert run(text, json=host).problems == []
    assert run("json := 1\n__out = json", json=host).problems == []


def test_predeclared_values() -> None:
    data = Var("data", model.ANY, kind="global", used=True)
    assert run('__out = data["user"]', data=data).problems == []
    assert run("data := 1\n__out = data", data=data).problems == []


def test_packages_inside_packages() -> None:
    result = run('x, err := MCP.github.search(map[string]any{"q": "a"})\nif err != nil { return err }\n__out = x')
    assert result.problems == []
    assert run("__out = MCP.gitlab").errors == ["1: undefined: MCP.gitlab"]
    assert run("__out = MCP.github.nothing").errors == ["1: undefined: MCP.github.nothing"]


def test_hidden_fields_of_library_types() -> None:
    assert run("var b strings.Builder\n__out = b.buf").errors == [
        "2: b.buf undefined (cannot refer to unexported field buf)"
    ]
    assert len(run("__out = strings.Builder{buf: 1}").errors) == 1


# --- warnings --------------------------------------------------------------------------------------------------------------------


def test_unused_variables_are_warnings() -> None:
    result = run("x := 1\nfor i, v := range []int{1} { _ = v }\n__out = 1")
    assert result.errors == []
    assert result.warnings == ["1: declared and not used: x", "2: declared and not used: i"]


def test_a_variable_that_hides_the_one_that_was_meant() -> None:
    result = run(
        'cursor := ""\nfor {\n\tres, err := codemode.CallTool("t", map[string]any{"cursor": cursor})\n'
        '\tif err != nil { return err }\n\tcursor := res["next"].(string)\n\tif cursor == "" { break }\n}\n__out = 1'
    )
    assert result.warnings == ["5: this cursor is a new variable: the cursor outside the loop never changes"]


def test_hidden_on_purpose() -> None:
    text = "n := 1\nfor i := range 3 { n := i; __out = n }\nn = 2\n_ = n"
    assert run(text).warnings == []
    copies = (
        'for _, s := range []string{"a"} {\n\ts := s\n\tgo func() { fmt.Println(s) }()\n}\n'
        "x := 1\nfor i := range 2 { i, x := i, x; _, _ = i, x }\n__out = x"
    )
    assert run(copies).warnings == []
    assert run("x := 1\nx, y := x, 2\n__out = x + y").warnings == []  # x is not a new variable
