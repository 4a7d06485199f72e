"""Whatever a library function is asked to do, it ends with the budget, and soon."""

from __future__ import annotations

import time

import pytest

import codemode
from codemode.engine import Limits
from codemode.errors import DeadlockError, LimitError

BOMBS = {
    "slices.Repeat": "x := slices.Repeat([]int{1, 2, 3}, 1<<40)\n_ = x",
    "slices.Repeat again": "x := []int{1}\nfor { x = slices.Repeat(x, 2) }",
    "slices.Grow": "x := slices.Grow([]int{}, 1<<40)\n_ = x",
    "slices.Concat": "x := []int{1}\nfor { x = slices.Concat(x, x) }",
    "slices.Collect": "x := slices.Collect(func(yield func(int) bool) { for { if !yield(1) { return } } })\n_ = x",
    "slices.Insert": "x := make([]int, 100000)\nfor { x = slices.Insert(x, 0, 1) }",
    "slices.Chunk": "x := make([]int, 100000)\nfor { for range slices.Chunk(x, 1) { } }",
    "sort.Ints": "x := make([]int, 1000000)\nfor { sort.Ints(x) }",
    "sort.Slice": "x := make([]int, 50000)\nfor { sort.Slice(x, func(i, j int) bool { return x[i]*i < x[j]*j }) }",
    "sort.Search": "for { sort.Search(1<<62, func(i int) bool { return false }) }",
    "maps.Clone": "m := map[int]int{}\nfor i := range 10000 { m[i] = i }\nfor { maps.Clone(m) }",
    "maps.Keys": "m := map[int]int{}\nfor i := range 10000 { m[i] = i }\nfor { for range maps.Keys(m) { break } }",
    "regexp match": 's := strings.Repeat("a", 1<<20)\nre := regexp.MustCompile("(a*)*b")\nfor { re.MatchString(s) }',
    "regexp automaton": 's := strings.Repeat("a", 1<<20)\nre := regexp.MustCompile(".{0,200}x|a")\nre.FindAllString(s, -1)',
    "regexp captures": 's := strings.Repeat("ab", 1<<19)\nre := regexp.MustCompile("(a|b|ab)*(c|d)(x{0,200}){5}$")\nfor { re.FindStringSubmatch(s) }',
    "regexp compile": 'for i := 0; ; i++ { regexp.MustCompile(fmt.Sprintf("(a{%d}){30}", i%30)) }',
    "regexp compile big": 'for i := 0; ; i++ { regexp.MustCompile(fmt.Sprintf("x%d[\\\\pL]{100}", i)) }',
    "regexp replace": 're := regexp.MustCompile("(?s)(.*)")\ns := "a"\nfor { s = re.ReplaceAllString(s, "$1$1$1$1") }',
    "json deep in": 's := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)\nvar v any\nfor { json.Unmarshal([]byte(s), &v) }',
    "json too deep in": 's := strings.Repeat("{\\"a\\":", 200000)\nvar v any\nfor { json.Unmarshal([]byte(s), &v) }',
    "json wide out": "v := []any{1.0}\nfor range 40 { v = []any{v, v} }\njson.Marshal(v)",
    "json escapes": 's := strings.Repeat("<", 1<<20)\nfor { json.Marshal(s) }',
    "json indent": 'v := any(1)\nfor range 5000 { v = []any{v} }\np := strings.Repeat(" ", 1000)\njson.MarshalIndent(v, p, p)',
    "json long number": 's := "[" + strings.Repeat("9", 1<<20) + "]"\nvar v any\nfor { json.Unmarshal([]byte(s), &v) }',
    "json tokens": 'd := json.NewDecoder(strings.NewReader(strings.Repeat("[", 1<<20)))\nfor { d.Token() }',
    "json mismatch": 'var v struct{ A []int }\ns := "{\\"A\\":[" + strings.Repeat("1.5,", 1<<16) + "1]}"\nfor { json.Unmarshal([]byte(s), &v) }',
    "rand.Perm": "rand.Perm(1 << 40)",
    "rand.NewSource": "for { rand.New(rand.NewSource(1)) }",
    "rand.Read": "b := make([]byte, 1<<20)\nfor { rand.Read(b) }",
    "rand.Shuffle": "for { rand.Shuffle(1000000, func(i, j int) {}) }",
    "time.Format": 's := strings.Repeat("2006-01-02 ", 10000)\nfor { time.Now().Format(s) }',
    "time.Parse": 's := strings.Repeat("2006-01-02 ", 10000)\nfor { time.Parse(s, s) }',
    "time.ParseDuration": 's := strings.Repeat("1h", 100000)\nfor { time.ParseDuration(s) }',
    "time.NewTicker": "for { time.NewTicker(time.Hour) }",
    "time.After": "for { time.After(time.Hour) }",
    "csv fields": 'r := csv.NewReader(strings.NewReader(strings.Repeat(",", 1<<22)))\nfor { r.Read() }',
    "base64": 's := strings.Repeat("AA\\n", 1<<18)\nfor { base64.StdEncoding.DecodeString(s) }',
    "hex.Dump": "b := make([]byte, 1<<20)\nfor { hex.Dump(b) }",
    "reflect.DeepEqual": "v, w := make([]any, 1<<16), make([]any, 1<<16)\nfor { reflect.DeepEqual(v, w) }",
    "math.Jn": "math.Jn(1<<60, 1)",
    "math.Gamma": "for { math.Gamma(170.5) }",
    "iter.Pull": "next, _ := iter.Pull(func(yield func(int) bool) { for { if !yield(1) { return } } })\nfor { next() }",
}


@pytest.mark.parametrize("source", BOMBS.values(), ids=BOMBS)
def test_ends_with_the_budget(source: str) -> None:
    began = time.process_time()
    with pytest.raises(LimitError) as limit:
        codemode.run(source, limits=Limits(max_steps=500_000, timeout_ms=60_000))
    assert limit.value.code in ("step_limit_exceeded", "memory_limit_exceeded")
    assert time.process_time() - began < 4


def test_a_timer_that_nobody_hears_is_forgotten() -> None:
    """Otherwise the program would wait an hour before it is known to be stuck."""
    source = """
    done := make(chan int, 1)
    done <- 1
    select {
    case <-done:
    case <-time.After(time.Hour):
    }
    <-make(chan int)
    """
    with pytest.raises(DeadlockError):
        codemode.run(source)
