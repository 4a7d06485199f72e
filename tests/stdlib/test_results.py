"""What a program's value looks like outside, by encoding/json's rules and their friendly exceptions."""

from __future__ import annotations

from typing import Any

import pytest

import codemode

TYPES = """
type Level int
func (l Level) MarshalText() ([]byte, error) { return []byte("L" + strconv.Itoa(int(l))), nil }
type Money struct{ cents int }
func (m *Money) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprintf(`{"amount": %d.%02d}`, m.cents/100, m.cents%100)), nil }
type Bad struct{}
func (Bad) MarshalJSON() ([]byte, error) { return nil, errors.New("no face") }
type Panics struct{}
func (Panics) MarshalJSON() ([]byte, error) { panic("boom") }
type Derefs struct{ next *Derefs }
func (d Derefs) MarshalText() ([]byte, error) { return d.next.next.MarshalText() }
type Broken struct{}
func (Broken) MarshalJSON() ([]byte, error) { return []byte("{oops"), nil }
type MyErr struct{ Code int }
func (e *MyErr) Error() string { return fmt.Sprintf("code %d", e.Code) }
type Base struct { ID int `json:"id"` }
type User struct {
	Base
	Name string `json:"name"`
	Secret string `json:"-"`
	Tags []string `json:"tags"`
	Note *string `json:"note,omitempty"`
	Level Level
	At time.Time `json:"at,omitzero"`
	For time.Duration
	hidden int
}
"""


@pytest.mark.parametrize(
    ("expression", "want"),
    [
        ('User{Base: Base{7}, Name: "Ann", Secret: "x", Level: 2, For: time.Second}',
         {"id": 7, "name": "Ann", "tags": [], "Level": "L2", "For": 1_000_000_000}),
        ("User{At: time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)}.At", "2024-01-02T03:04:05Z"),
        ("[]*Money{{150}, nil}", [{"amount": 1.5}, None]),
        ("Money{5}", {"amount": 0.05}),
        ("map[Level]int{3: 1, 1: 2}", {"L1": 2, "L3": 1}),
        ("[]any{Bad{}, Panics{}, Broken{}}", ["no face", "<MarshalJSON of main.Panics panicked>", "{oops"]),
        ("[]any{Derefs{}, map[Derefs]int{{}: 1}}",
         ["<MarshalText of main.Derefs panicked>", {"<MarshalText of main.Derefs panicked>": 1}]),
        ("[]error{&MyErr{4}, io.EOF, nil}", ["code 4", "EOF", None]),
        ("[]float64{1, 2.5, math.NaN(), math.Inf(-1)}", [1, 2.5, "NaN", "-Inf"]),
        ('map[string]any{"n": nil, "f": func() {}, "c": make(chan int), "b": []byte("hi")}',
         {"n": None, "f": "<func()>", "c": "<chan int>", "b": "aGk="}),
        ("[2][]int{nil, {1}}", [[], [1]]),
        ("struct{ A any; B *int }{}", {"A": None, "B": None}),
        ("map[[2]int]string{{1, 2}: `x`}", {"[1 2]": "x"}),
        ("uint64(math.MaxUint64)", 2**64 - 1),
        ('"\\xff\\u00e9"', "\ufffdé"),
        ("json.RawMessage(`[1, {\"a\": 2}]`)", [1, {"a": 2}]),
        ("[]json.Number{`12.50`, `12345678901234567890`, ``, `x`, `NaN`, `1e999`}", [12.5, 12345678901234567890, 0, "x", "NaN", "1e999"]),
        ("complex(1, -2)", "(1-2i)"),
    ],
)  # fmt: skip
def test_value(expression: str, want: Any) -> None:
    got = codemode.run(f"{TYPES}\n__out = {expression}").value
    assert got == want
    assert repr(got) == repr(want) or isinstance(want, dict)


def test_guest_cycles_are_cut() -> None:
    value = codemode.run("type N struct { Next *N }\nn := &N{}\nn.Next = n\n__out = n").value
    assert value == {"Next": "<cycle>"}
