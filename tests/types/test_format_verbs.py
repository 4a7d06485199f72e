"""Verbs that do not fit: warnings in the words of go vet, which the expectations were read from."""

from __future__ import annotations

import pytest

import codemode

WARNS = [
    ('fmt.Sprintf("%d", "x")', 'fmt.Sprintf format %d has arg "x" of wrong type string'),
    ('n := 2\n_ = fmt.Sprintf("%s of %v", n, n)', "fmt.Sprintf format %s has arg n of wrong type int"),
    ('fmt.Printf("%5.1f|%t", 1.5, 2)', "fmt.Printf format %t has arg 2 of wrong type int"),
    ('fmt.Errorf("%w: %d", io.EOF)', "fmt.Errorf format %d reads arg #2, but call has 1 arg"),
    ('fmt.Sprintf("%*d", 5)', "fmt.Sprintf format %*d reads arg #2, but call has 1 arg"),
    ('fmt.Sprintf("%d", 1, 2)', "fmt.Sprintf call needs 1 arg but has 2 args"),
    ('fmt.Sprintf("%.1f%", 1.5)', "fmt.Sprintf format % is missing verb at end of string"),
    ('fmt.Fprintf(os.Stdout, "%z", 1)', "fmt.Fprintf format %z has unknown verb z"),
]


@pytest.mark.parametrize(("text", "warning"), WARNS)
def test_a_verb_that_does_not_fit_is_a_warning(text: str, warning: str) -> None:
    found = [d for d in codemode.check(text) if "format" in d.message or "call needs" in d.message]
    assert [(d.severity, d.message) for d in found] == [("warning", warning)]


@pytest.mark.parametrize(
    "text",
    [
        'var r any = 1\n__out = fmt.Sprintf("%d %s %f", r, r, r)',
        'type color int\nfunc (c color) String() string { return "red" }\n__out = fmt.Sprintf("%s %d %v", color(1), color(1), color(1))',
        '__out = fmt.Sprintf("%[2]d %[1]d", 1, 2)',
        'args := []any{1}\n__out = fmt.Sprintf("%s", args...)',
        'f := "%s"\n__out = fmt.Sprintf(f, 1)',
        '__out = fmt.Sprintf("%5.2f%% %+d %-8q %x %c %U %T %p %e", 1.5, 1, "a", "a", 97, 97, 1, nil, 2.5)',
        '__out = fmt.Sprintf("%s %v %q", errors.New("a"), time.Second, []string{"a"})',
        '__out = fmt.Sprintf("%*.*f", 5, 1, 2.5)',
    ],
)
def test_fitting_or_unknown_verbs_give_no_warning(text: str) -> None:
    assert [d.message for d in codemode.check(text) if "format" in d.message or "call needs" in d.message] == []
