"""Programs that call themselves through the library, in a process of their own: overflowing the C stack would end it with a signal."""

from __future__ import annotations

import sys
import threading

import codemode
from codemode import Limits
from codemode.errors import LimitError

DEPTH = 8_000  # the highest that Limits takes
TYPES = "type T struct{ n int }\n"
REST = "b, c, d, e, g, h, i, j, k, l"
MANY, ZEROS = f"a, {REST}", ", ".join("0" * 11)
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
    "errors.Is": TYPES
    + "func (t T) Error() string { return `` }\nfunc (t T) Is(e error) bool { return errors.Is(T{t.n + 1}, io.EOF) }\nerrors.Is(T{}, io.EOF)",
    "errors.Join": TYPES + "func (t T) Error() string { return errors.Join(T{t.n + 1}).Error() }\n_ = T{}.Error()",
    "Format": TYPES + "func (t T) Format(s fmt.State, v rune) { fmt.Fprintf(s, `%v`, T{t.n + 1}) }\nfmt.Sprint(T{})",
    "io.Copy": TYPES
    + "func (t T) Write(b []byte) (int, error) { n, err := io.Copy(T{t.n + 1}, strings.NewReader(`a`)); return int(n), err }\nfmt.Fprint(T{}, `a`)",
    "csv": TYPES
    + "func (t T) Read(b []byte) (int, error) { csv.NewReader(T{t.n + 1}).ReadAll(); return 0, io.EOF }\nio.ReadAll(T{})",
    "json.Encoder": TYPES
    + "func (t T) Write(b []byte) (int, error) { json.NewEncoder(T{t.n + 1}).Encode(1); return 0, io.EOF }\nfmt.Fprint(T{}, `a`)",
    "template": "type T struct{ N int }\nfunc (t T) M() string { template.Must(template.New(`x`)"
    ".Parse(`{{range .}}{{with .}}{{if .M}}{{end}}{{end}}{{end}}`))"
    ".Execute(io.Discard, []T{{t.N + 1}}); return `` }\n_ = T{}.M()",
    "sort.Sort": "type T []int\nfunc (t T) Len() int { return 3 }\nfunc (t T) Swap(i, j int) {}\n"
    "func (t T) Less(i, j int) bool { sort.Sort(t); return true }\nsort.Sort(T{})",
    "method expression": f"type T struct{{}}\nfunc (t T) M({MANY} int) int {{ x := T.M; return x(t, a + 1, {REST}) + 1 }}\nT{{}}.M({ZEROS})",
    "defer of many": f"var f func({MANY} int)\nf = func({MANY} int) {{ defer f(a + 1, {REST}) }}\nf({ZEROS})",
    "embedded interfaces": f"type I interface {{ M({MANY} int) int }}\ntype T struct{{}}\nfunc (t T) M({MANY} int) int {{ return 1 }}\n"
    f"type W struct{{ I }}\nvar x I = T{{}}\nfor range 60000 {{ x = W{{x}} }}\nx.M({ZEROS})",
    "tabwriters": "var w io.Writer = io.Discard\nfor range 20000 { w = tabwriter.NewWriter(w, 0, 0, 0, ' ', 0) }\nfmt.Fprint(w, \"abc\\n\\n\")",
    "after a deep recursion": "var g func(n int) int\ng = func(n int) int { if n == 0 { return 0 }; return g(n - 1) + 1 }\ng(4000)\n"
    + TYPES
    + "func (t T) Format(s fmt.State, v rune) { fmt.Fprintf(s, `%v`, T{t.n + 1}) }\nfmt.Sprint(T{})",
}


def main(names: list[str]) -> None:
    limits = Limits(max_call_depth=DEPTH, memory_limit_bytes=1 << 30, max_steps=10**9, timeout_ms=60_000)
    for name in names:
        try:
            codemode.run(PROGRAMS[name], limits=limits)
        except LimitError as deep:
            print(f"{name}: {deep.code}", flush=True)


if __name__ == "__main__":
    stack, *names = sys.argv[1:]
    threading.stack_size(int(stack))
    thread = threading.Thread(target=main, args=(names,))
    thread.start()
    thread.join()
