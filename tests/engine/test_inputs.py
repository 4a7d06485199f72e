"""What comes in before there is a program."""

from __future__ import annotations

from typing import Any

import pytest

from codemode.engine.inputs import refuse_shell, source_text
from codemode.engine.languages import wanted_language
from codemode.errors import InputError


@pytest.mark.parametrize(
    ("code", "command", "expected"),
    [
        ("__out = 1", None, "__out = 1"),
        (None, "__out = 1", "__out = 1"),
        ("__out = 1", "", "__out = 1"),
        ("__out = 1", "  \n", "__out = 1"),
        ("  ", "__out = 2", "__out = 2"),
        ("__out = 1", "__out = 1", "__out = 1"),
    ],
)
def test_code_and_its_alias(code: Any, command: Any, expected: str) -> None:
    assert source_text(code, command) == expected


@pytest.mark.parametrize(
    ("code", "command", "told"),
    [
        (None, None, "empty"),
        ("", None, "empty"),
        (" \n\t", " ", "empty"),
        ("__out = 1", "__out = 2", "differ"),
        (3, None, "code must be text, not int"),
        ("x", ["y"], "command must be text, not list"),
    ],
)
def test_bad_input(code: Any, command: Any, told: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        source_text(code, command)
    assert caught.value.code == "invalid_input"
    assert caught.value.phase == "input"


@pytest.mark.parametrize("language", ["go", "Go", " golang ", "", None])
def test_languages(language: Any) -> None:
    assert wanted_language(language, ("go",)) == "go"


@pytest.mark.parametrize("language", ["python", "javascript", 3])
def test_other_languages(language: Any) -> None:
    with pytest.raises(InputError) as caught:
        wanted_language(language, ("go",))
    assert caught.value.code == "unsupported_language"


SHELL = [
    "ls -la",
    "ls",
    "cat /etc/passwd",
    "pip install requests",
    "$ curl https://example.com/x.json",
    "sudo rm -rf /",
    "cd /tmp\nls -la | grep x",
    "```bash\nnpm install left-pad\n```",
    "#!/bin/bash\necho hi",
    "python script.py --flag value",
    "go run main.go",
    "# first\npwd",
    "git commit -m 'x'",
]


@pytest.mark.parametrize("text", SHELL)
def test_shell_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InputError) as caught:
        refuse_shell(text)
    assert caught.value.code == "invalid_input"
    assert "codemode.SearchTools" in caught.value.message


GO = [
    "go func() { }()",
    "find := 3",
    "head, err := f()",
    "x := 1\nls := x",
    "make([]int, 3)",
    "echo(1)",
    "cat.name = 1",
    'fmt.Println("ls -la")',
    "touch = 1",
    "tail += 2",
    "ps.x",
    "which++",
    "export {}",
    '__out = "pip install x"',
    "// ls -la\n__out = 1",
    "find x\n__out = 1",
]


@pytest.mark.parametrize("text", GO)
def test_go_is_not_taken_for_shell(text: str) -> None:
    refuse_shell(text)
