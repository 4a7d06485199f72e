"""Gradual any: what an any that came from a tool may be used for, and what is said when it holds the wrong thing."""

from __future__ import annotations

import pytest

from tests.interpreter.running import run

DATA = {
    "count": 3,
    "price": 2.5,
    "total": 7.0,
    "big": 2**60 + 1,
    "name": "bob",
    "ok": True,
    "none": None,
    "items": [{"id": 1, "q": 2.0, "tags": ["a", "b"]}, {"id": 2, "q": 3.5, "tags": []}],
    "nums": [1, 2, 3],
    "mixed": [1.5, 2],
    "m": {"a": 1, "b": 2},
}

PRINTS = {
    "numbers print as they came": (
        'fmt.Println(r["count"], r["price"], r["total"], r["big"])',
        "3 2.5 7 1152921504606846977",
    ),
    "selectors are keys": ('fmt.Println(r.name, r.m.a, r.missing, r["missing"])', "bob 1 <nil> <nil>"),
    "into int": ('n := 10\nn += r["count"]\nvar m int = r["total"]\nfmt.Println(n, m)', "13 7"),
    "into float64": ('var f float64 = r["count"]\nfmt.Println(f/2)', "1.5"),
    "int8 that fits": ('var n int8 = r["count"]\nfmt.Printf("%T %v\\n", n, n)', "int8 3"),
    "equality": (
        'fmt.Println(r["count"] == 3, r["count"] == 3.0, 3 == r["count"], r["count"] == 4)',
        "true true true false",
    ),
    "equality with names": ('fmt.Println(r["name"] == "bob", r["none"] == nil, r["ok"] == true)', "true true true"),
    "order": ('fmt.Println(r["count"] < r["price"], r["count"] >= 3, r["name"] < "c")', "false true true"),
    "arithmetic": (
        'fmt.Println(r["count"]+1, r["count"]*r["price"], r["name"]+"!", r["big"]+1)',
        "4 7.5 bob! 1152921504606846978",
    ),
    "division": ('fmt.Println(r["count"]/2, r["total"]/r["total"], r["count"]%2)', "1.5 1 1"),
    "unary": ('fmt.Println(-r["count"], !r["ok"])', "-3 false"),
    "a condition": ('if r["ok"] {\n\tfmt.Println("yes")\n}', "yes"),
    "a loop over a list": ('s := 0\nfor _, x := range r["nums"] {\n\ts += x\n}\nfmt.Println(s)', "6"),
    "a loop over objects": (
        'for _, it := range r["items"] {\n\tfmt.Print(it.id, len(it["tags"]), " ")\n}\nfmt.Println()',
        "1 2 2 0 ",
    ),
    "a loop over a map": ('for k, v := range r.m {\n\tfmt.Print(k, v, " ")\n}\nfmt.Println()', "a1 b2 "),
    "a loop to a count": ("for i := range r.count {\n\tfmt.Print(i)\n}\nfmt.Println()", "012"),
    "typed lists": (
        'var xs []int = r["nums"]\nvar ys []float64 = r["mixed"]\nfmt.Println(xs, ys, len(xs))',
        "[1 2 3] [1.5 2] 3",
    ),
    "typed maps": ('var m map[string]int = r["m"]\nm["c"] = 3\nfmt.Println(m, len(r.m))', "map[a:1 b:2 c:3] 2"),
    "arguments": ('fmt.Println(strings.ToUpper(r["name"]), strings.Repeat("x", r["count"]))', "BOB xxx"),
    "fields": ('type P struct {\n\tName string\n\tN    int\n}\nfmt.Println(P{r["name"], r.count})', "{bob 3}"),
    "results": ('f := func() int { return r["count"] }\nfmt.Println(f() + 1)', "4"),
    "appended": (
        'ids := []int{}\nfor _, it := range r["items"] {\n\tids = append(ids, it["id"])\n}\nfmt.Println(ids)',
        "[1 2]",
    ),
    "appended to": ('r["nums"] = append(r["nums"], 4)\nfmt.Println(r["nums"], len(r.nums))', "[1 2 3 4] 4"),
    "stored": (
        'r["new"] = 5\nr["m"]["c"] = 9\nr["count"]++\nr.count += 2\nr.nums[0] = 100\nfmt.Println(r["new"], r.m.c, r.count, r.nums)',
        "5 9 6 [100 2 3]",
    ),
    "deleted": ('delete(r["m"], "a")\nfmt.Println(r["m"])', "map[b:2]"),
    "sliced": ('fmt.Println(r["nums"][1:], r.name[1:])', "[2 3] ob"),
    "keys": ('m := map[string]int{}\nm[r["name"]]++\nm[r.name] += r["count"]\nfmt.Println(m)', "map[bob:4]"),
    "comma ok": ('v, ok := r["count"]\n_, none := r["zzz"]\nfmt.Println(v, ok, none)', "3 true false"),
    "switch": ('switch r["count"] {\ncase 1:\n\tfmt.Println("one")\ncase 3:\n\tfmt.Println("three")\n}', "three"),
    "conversions": (
        'fmt.Println(int(r["price"]), float64(r["count"])/2, string(r["name"]), time.Duration(r["count"])*time.Second)',
        "2 1.5 bob 3s",
    ),
    "characters": (
        's := string(r["name"][0])\nfor _, c := range r["name"] {\n\ts += string(c)\n}\nfmt.Println(s)',
        "bbob",
    ),
    "assertions": (
        'i, a := r["count"].(int)\nf, b := r["count"].(float64)\n_, c := r["price"].(int)\nfmt.Println(i, a, f, b, c)',
        "3 true 3 true false",
    ),
    "a type switch prefers float64": (
        'switch v := r["count"].(type) {\ncase int:\n\tfmt.Printf("%T\\n", v)\ncase float64:\n\tfmt.Printf("%T\\n", v)\n}',
        "float64",
    ),
    "a type switch without float64": (
        'switch v := r["count"].(type) {\ncase string:\n\tfmt.Println(v)\ncase int:\n\tfmt.Printf("%T\\n", v)\n}',
        "int",
    ),
    "a guest's own any": (
        'x := map[string]any{"a": 1, "b": []any{1, "x"}}\nx["a"] = x["a"] + 5\nfmt.Println(x, x["b"][1], len(x["b"]))',
        "map[a:6 b:[1 x]] x 2",
    ),
}


@pytest.mark.parametrize("name", PRINTS)
def test_an_any_is_what_it_holds(name: str) -> None:
    body, want = PRINTS[name]
    outcome = run(f"r := data\n{body}\n_ = r\n", DATA)
    assert outcome.stdout == want + "\n", outcome.end


SAYS = {
    'var s string = r["count"]\n_ = s': 'cannot use 3 (number) as string value: r["count"] is a number',
    'var n int = r["price"]\n_ = n': 'cannot use 2.5 (float64) as int value: r["price"] is a float64',
    'var n int = r["name"]\n_ = n': 'cannot use "bob" (string) as int value: r["name"] is a string',
    'var n int32 = r["big"]\n_ = n': 'cannot use 1152921504606846977 (number) as int32 value: r["big"] is a number',
    'var xs []string = r["nums"]\n_ = xs': 'cannot use []any as []string value: r["nums"] is a []any',
    'if []any{}[:] == nil || append(r["none"], 1)[:0] {\n}': "it is an empty []any",
    'x := r["none"]["a"]\n_ = x': 'cannot index r["none"]: it is nil',
    'x := r["name"][0][0]\n_ = x': 'cannot index r["name"][0]: it is a uint8, not a map or list',
    'x := r["count"][0]\n_ = x': 'cannot index r["count"]: it is a number, not a map or list',
    "x := r.name.first\n_ = x": "cannot select .first: r.name is a string, which has no such field",
    'for range r["none"] {\n}': 'cannot range over r["none"]: it is nil',
    "var x any = math.NaN()\nfor i := range x {\n_ = i\n}": "cannot range over x: it is a float64",
    "var x any = math.Inf(1)\nfor i := range x {\n_ = i\n}": "cannot range over x: it is a float64",
    "var x any = math.NaN()\n_ = ^x": "operator ^ not defined on x, which is NaN (float64)",
    'var x any = math.Inf(-1)\n_ = r["nums"][x]': 'cannot index r["nums"] with -Inf (float64): the index must be an integer',
    'x := r["price"] + r["name"]\n_ = x': 'operator + not defined on 2.5 (float64) and "bob" (string)',
    'fmt.Println(len(r["count"]))': 'cannot take len of r["count"]: it is a number',
    "r.name()": "cannot call r.name: it is a string",
    'x := r["nums"][5]\n_ = x': "index out of range [5] with length 3",
    'x := r["nums"]["a"]\n_ = x': 'cannot index r["nums"] with "a" (string): the index must be an integer',
    'r["none"]["a"] = 1': 'cannot store into r["none"]: it is nil',
    'xs := append(r["name"], 1)\n_ = xs': 'cannot append to r["name"]: it is a string',
}


@pytest.mark.parametrize("body", SAYS)
def test_an_any_that_holds_something_else_is_named(body: str) -> None:
    source = f"r := data\n{body}\n"
    failure = run(source, DATA).failure
    assert failure.code == "guest_panic"
    assert SAYS[body] in failure.message
    assert source.count("\n", 0, failure.pos) >= 1, "placed on the line that failed"


@pytest.mark.parametrize(
    "body",
    [
        '_ = r["name"]["first"]',
        "_ = r.name.city",
        'for _, each := range r["name"] {\n_ = each["id"]\n}',
        '_ = r["name"][0]["id"]',
    ],
)
def test_text_that_is_used_as_data_is_decoded_first(body: str) -> None:
    failure = run(f"r := data\n{body}\n", DATA).failure
    assert failure.reason == "key_of_text"
    assert "json.Unmarshal([]byte(text), &v)" in failure.hint


def test_a_recover_sees_the_message() -> None:
    source = """r := data
func() {
	defer func() { fmt.Println("recovered:", recover()) }()
	var n int = r["name"]
	fmt.Println(n)
}()
"""
    assert run(source, DATA).stdout == 'recovered: cannot use "bob" (string) as int value: r["name"] is a string\n'


def test_numbers_do_not_grow_without_bound() -> None:
    source = "x := data.count\nfor i := 0; i < 200; i++ {\n\tx = x * x\n}\nfmt.Println(x)\n"
    assert run(source, DATA).stdout == "+Inf\n"
