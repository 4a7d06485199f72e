"""Programs that call themselves through the library, in a process of their own: overflowing the C stack would end it with a signal."""

from __future__ import annotations

import sys

import codemode
from codemode import Limits
from codemode.errors import LimitError

DEPTH = 8_000  # the highest that Limits takes
TYPES = "type T struct{ n int }\n"
PROGRAMS = {
    "Sprint": TYPES + "func (t T) String() string { return fmt.Sprint(T{t.n + 1}) }\nfmt.Sprint(T{})",
    "log": TYPES
    + "func (t T) String() string { log.New(os.Stderr, ``, 0).Print(T{t.n + 1}); return `` }\nlog.Print(T{})",
    "Marshal": TYPES
    + "func (t T) MarshalJSON() ([]byte, error) { return json.Marshal(T{t.n + 1}) }\njson.Marshal(T{})",
    "strings.Map": "var f func(n int) string\nf = func(n int) string { return strings.Map(func(r rune) rune { f(n + 1); return r }, `ab`) }\nf(0)",
    "bytes.Map": "var f func(n int) []byte\nf = func(n int) []byte { return bytes.Map(func(r rune) rune { f(n + 1); return r }, []byte(`a`)) }\nf(0)",
    "bytes.TrimRightFunc": "var f func(n int) bool\n"
    "f = func(n int) bool { return len(bytes.TrimRightFunc([]byte(`a`), func(r rune) bool { return f(n + 1) })) > 0 }\nf(0)",
    "rand.Shuffle": "var f func(n int)\nf = func(n int) { rand.Shuffle(3, func(i, j int) { f(n + 1) }) }\nf(0)",
    "sort.Slice": "var f func(n int)\nf = func(n int) { xs := []int{2, 1}; sort.Slice(xs, func(i, j int) bool { f(n + 1); return true }) }\nf(0)",
    "slices.SortFunc": "var f func(n int) int\n"
    "f = func(n int) int { xs := []int{3, 1, 2}; slices.SortFunc(xs, func(a, b int) int { return f(n + 1) }); return n }\nf(0)",
    "sync.Once": "var f func(n int)\nf = func(n int) { var o sync.Once; o.Do(func() { f(n + 1) }) }\nf(0)",
    "defer": "var f func(a, b, c int)\nf = func(a, b, c int) { defer f(a + 1, b, c) }\nf(0, 0, 0)",
    "range over func": "var f func(n int)\n"
    "f = func(n int) { for range func(yield func(int) bool) { yield(1) } { f(n + 1) } }\nf(0)",
}


def main() -> None:
    limits = Limits(max_call_depth=DEPTH, memory_limit_bytes=1 << 30, max_steps=10**9)
    for name in sys.argv[1:]:
        try:
            codemode.run(PROGRAMS[name], limits=limits)
        except LimitError as deep:
            print(f"{name}: {deep.code}", flush=True)


if __name__ == "__main__":
    main()
