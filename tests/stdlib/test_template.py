"""text/template against what real Go printed (printed/template.go made printed/template.txt)."""

import pytest

from tests.interpreter.running import run
from tests.stdlib.printed_programs import assert_prints_the_same

PROGRAM = """package main
import ("text/template"; "strings"; "io"; "fmt"; "os")
var _, _, _ = strings.Repeat, io.Discard, fmt.Sprint
func main() {{ _ = os.Stdout; {} }}
"""


def test_prints_what_go_prints():
    assert_prints_the_same("template")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (
            't := template.Must(template.New("t").Parse("{{range .}}{{end}}")); t.Execute(io.Discard, 1<<60)',
            "step_limit_exceeded",
        ),
        (
            't := template.Must(template.New("t").Parse("{{template `t`}}")); fmt.Println(t.Execute(io.Discard, 1))',
            "call_depth_exceeded",
        ),
        ('for { template.New("t").Parse(strings.Repeat("{{.}}", 1000)) }', "step_limit_exceeded"),
        ('for { template.New("t").Parse(strings.Repeat("x", 1<<16)) }', "step_limit_exceeded"),
        (
            'all := []*template.Template{}; text := strings.Repeat("{{.}}", 100);'
            'for { all = append(all, template.Must(template.New("t").Parse(text))) }',
            "memory_limit_exceeded",
        ),
        ('t := template.New("t"); for { t, _ = t.Clone() }', "step_limit_exceeded"),
        (
            't := template.New("t"); for i := 0; ; i++ { template.Must(t.New(fmt.Sprint(i)).Parse("x")) }',
            "memory_limit_exceeded",
        ),
        (
            't := template.Must(template.New("t").Parse("{{html .}}")); s := strings.Repeat("<", 1<<16); for { t.Execute(io.Discard, s) }',
            "step_limit_exceeded",
        ),
        (
            't := template.Must(template.New("t").Parse("{{printf `%999999d` 1}}")); var b strings.Builder; for { t.Execute(&b, 1) }',
            "memory_limit_exceeded",
        ),
    ],
)
def test_what_grows_is_charged(body: str, code: str):
    failed = run(PROGRAM.format(body), max_steps=300_000, memory_limit_bytes=6 << 20).failure
    assert failed.code == code, failed


def printed(body: str) -> str:
    outcome = run(PROGRAM.format(body), memory_limit_bytes=64 << 20)
    assert not hasattr(outcome.end, "message"), outcome.end
    return outcome.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('strings.Repeat("(", 20000)', "template: t:1: max expression depth exceeded"),
        ('strings.Repeat("if 1}}{{", 20000)', "template: t:1: max nesting depth exceeded"),
        ('strings.Repeat("if 1}}{{else ", 20000)', "template: t:1: max nesting depth exceeded"),
    ],
)
def test_nesting_is_limited(text: str, message: str):
    assert (
        printed(f'_, err := template.New("t").Parse("{{{{" + {text}); fmt.Println(err)'.replace("{{{{", "{{"))
        == message + "\n"
    )


def test_deep_nesting_within_the_limit_runs():
    body = (
        'text := strings.Repeat("{{if .}}", 900) + "x" + strings.Repeat("{{end}}", 900);'
        'fmt.Println(template.Must(template.New("t").Parse(text)).Execute(os.Stdout, 1))'
    )
    assert printed(body) == "x<nil>\n"


def test_recursive_templates_run_thousands_of_levels_deep():
    body = (
        "type node struct { Next *node }; var list *node; for range 3000 { list = &node{list} };"
        't := template.Must(template.New("t").Parse("{{if .Next}}{{template `t` .Next}}{{else}}end{{end}}"));'
        "fmt.Println(t.Execute(os.Stdout, list))"
    )
    assert printed(body) == "end<nil>\n"


def test_a_panic_of_a_function_leaves_the_depth_of_calls_alone():
    body = (
        'f := template.FuncMap{"boom": func() int { panic("x") }};'
        't := template.Must(template.New("t").Funcs(f).Parse("{{boom}}"));'
        "for range 6000 { t.Execute(io.Discard, nil) }; fmt.Println(t.Execute(io.Discard, nil))"
    )
    assert printed(body) == 'template: t:1:2: executing "t" at <boom>: error calling boom: x\n'
