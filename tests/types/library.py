"""A small library and a small catalog for tests of the checker, made of Go declarations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from codemode.types import ToolShape, declare
from codemode.types.objects import Func, Object, PkgName, letters_of

DECLARATIONS: dict[str, list[str]] = {
    "fmt": [
        "func Println(a ...any) (n int, err error)",
        "func Printf(format string, a ...any) (n int, err error)",
        "func Sprint(a ...any) string",
        "func Sprintf(format string, a ...any) string",
        "func Errorf(format string, a ...any) error",
        "type Stringer interface { String() string }",
    ],
    "strings": [
        "type Builder struct { buf native }",
        "func (b *Builder) WriteString(s string) (int, error)",
        "func (b *Builder) WriteByte(c byte) error",
        "func (b *Builder) Len() int",
        "func (b *Builder) String() string",
        "type Reader struct { r native }",
        "func NewReader(s string) *Reader",
        "func (r *Reader) Read(b []byte) (n int, err error)",
        "func Contains(s, substr string) bool",
        "func HasPrefix(s, prefix string) bool",
        "func HasSuffix(s, suffix string) bool",
        "func Join(elems []string, sep string) string",
        "func Split(s, sep string) []string",
        "func Fields(s string) []string",
        "func ToUpper(s string) string",
        "func ToLower(s string) string",
        "func TrimSpace(s string) string",
        "func TrimRight(s, cutset string) string",
        "func TrimSuffix(s, suffix string) string",
        "func ReplaceAll(s, old, new string) string",
        "func Cut(s, sep string) (before, after string, found bool)",
        "func Compare(a, b string) int",
        "func Repeat(s string, count int) string",
    ],
    "strconv": [
        "func Atoi(s string) (int, error)",
        "func Itoa(i int) string",
        "func ParseFloat(s string, bitSize int) (float64, error)",
        "func FormatInt(i int64, base int) string",
    ],
    "sort": [
        "func Slice(x any, less func(i, j int) bool)",
        "func Strings(x []string)",
        "func Ints(x []int)",
        "func Float64s(x []float64)",
    ],
    "cmp": [
        "type Ordered interface { ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 "
        "| ~uintptr | ~float32 | ~float64 | ~string }",
        "func Compare[T Ordered](x, y T) int",
    ],
    "iter": [
        "type Seq[V any] func(yield func(V) bool)",
        "type Seq2[K, V any] func(yield func(K, V) bool)",
    ],
    "slices": [
        "func Sort[S ~[]E, E cmp.Ordered](x S)",
        "func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int)",
        "func Contains[S ~[]E, E comparable](s S, v E) bool",
        "func Sorted[E cmp.Ordered](seq iter.Seq[E]) []E",
        "func Max[S ~[]E, E cmp.Ordered](x S) E",
        "func Reverse[S ~[]E, E any](s S)",
    ],
    "maps": [
        "func Keys[Map ~map[K]V, K comparable, V any](m Map) iter.Seq[K]",
        "func Values[Map ~map[K]V, K comparable, V any](m Map) iter.Seq[V]",
        "func Clone[M ~map[K]V, K comparable, V any](m M) M",
        "func Copy[M1 ~map[K]V, M2 ~map[K]V, K comparable, V any](dst M1, src M2)",
    ],
    "math": [
        "const Pi = 3.14159265358979323846264338327950288419716939937510582097494459",
        "const MaxInt64 = 1<<63 - 1",
        "const MaxFloat64 = 0x1p1023 * (1 + (1 - 0x1p-52))",
        "func Round(x float64) float64",
        "func Abs(x float64) float64",
        "func Sqrt(x float64) float64",
        "func Pow(x, y float64) float64",
        "func Inf(sign int) float64",
        "func Mod(x, y float64) float64",
    ],
    "errors": [
        "func New(text string) error",
        "func Is(err, target error) bool",
        "func As(err error, target any) bool",
        "func Join(errs ...error) error",
    ],
    "io": [
        "type Reader interface { Read(p []byte) (n int, err error) }",
        "type Writer interface { Write(p []byte) (n int, err error) }",
        "type ReadWriter interface { Reader; Writer }",
        "var EOF error",
    ],
    "time": [
        "type Duration int64",
        "func (d Duration) Hours() float64",
        "func (d Duration) Minutes() float64",
        "func (d Duration) String() string",
        "const Nanosecond Duration = 1",
        "const Millisecond Duration = 1000 * 1000 * Nanosecond",
        "const Second Duration = 1000 * Millisecond",
        "const Minute Duration = 60 * Second",
        "const Hour Duration = 60 * Minute",
        'const RFC3339 = "2006-01-02T15:04:05Z07:00"',
        "type Time struct { t native }",
        "func (t Time) Sub(u Time) Duration",
        "func (t Time) Before(u Time) bool",
        "func (t Time) After(u Time) bool",
        "func (t Time) Add(d Duration) Time",
        "func (t Time) Format(layout string) string",
        "func (t Time) IsZero() bool",
        "func Parse(layout, value string) (Time, error)",
        "func Now() Time",
        "func Sleep(d Duration)",
    ],
    "sync": [
        "type WaitGroup struct { n native }",
        "func (wg *WaitGroup) Add(delta int)",
        "func (wg *WaitGroup) Done()",
        "func (wg *WaitGroup) Wait()",
        "type Mutex struct { m native }",
        "func (m *Mutex) Lock()",
        "func (m *Mutex) Unlock()",
    ],
    "encoding/json": [
        "func Marshal(v any) ([]byte, error)",
        "func Unmarshal(data []byte, v any) error",
    ],
    "encoding/base64": [
        "type Encoding struct { e native }",
        "func (enc *Encoding) DecodeString(s string) ([]byte, error)",
        "var StdEncoding *Encoding",
    ],
    "encoding/csv": [
        "type Reader struct { r native }",
        "func (r *Reader) ReadAll() (records [][]string, err error)",
        "func NewReader(r io.Reader) *Reader",
    ],
    "regexp": [
        "type Regexp struct { re native }",
        "func MustCompile(str string) *Regexp",
        "func (re *Regexp) FindStringSubmatch(s string) []string",
        "func (re *Regexp) FindAllStringSubmatch(s string, n int) [][]string",
        "func (re *Regexp) MatchString(s string) bool",
    ],
    "codemode": [
        "type Stream struct { s native }",
        "func (s *Stream) Next() (any, error)",
        "func (s *Stream) Close()",
        "func (s *Stream) All() iter.Seq[any]",
        "func CallTool(name string, args ...any) (any, error)",
        "func CallToolStream(name string, args ...any) (*Stream, error)",
        "func SearchTools(query string, limit int) ([]any, error)",
        "func Sprintf(format string, a ...any) string",
        "func Errorf(format string, a ...any) error",
        "func Parallel(calls []func() (any, error)) ([]any, error)",
    ],
}


@dataclass
class FakePackage:
    """A package made of declaration texts. Every function gets a `native`, as library functions have one."""

    path: str
    library: FakeLibrary
    made: dict[str, Object] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.path.rsplit("/", 1)[-1]

    def __post_init__(self) -> None:
        self.texts = {declared_name(text): text for text in DECLARATIONS[self.path]}

    def member(self, name: str) -> Object | None:
        if name not in self.made and name in self.texts:
            self.made[name] = self.declare(self.texts[name])
            for text in DECLARATIONS[self.path]:
                if declared_name(text).startswith(f"{name}."):
                    self.declare(text)
        return self.made.get(name)

    def declare(self, text: str) -> Object:
        made = declare(text, package=self.name, lookup=self.lookup, importer=self.library)
        if isinstance(made, Func):
            made.native = print
        else:
            self.made[made.name] = made
        return made

    def lookup(self, name: str) -> Object | None:
        return self.member(name)

    def member_names(self) -> list[str]:
        return [name for name in self.texts if "." not in name]

    def advice(self, name: str) -> str:
        return ""


def declared_name(text: str) -> str:
    """`Builder.Len` for a method, else the name."""
    words = text.split("(", 1)[0].split("[", 1)[0].split()
    if words == ["func"]:
        receiver, rest = text[6:].split(")", 1)
        return f"{receiver.split()[-1].lstrip('*')}.{rest.split('(')[0].strip()}"
    return words[1]


class FakeNested:
    """The package `MCP`, whose members are packages with functions that take anything."""

    name = path = "MCP"

    def __init__(self, library: FakeLibrary, prefix: str = "") -> None:
        self.library = library
        self.prefix = prefix

    def member(self, name: str) -> Object | None:
        if not self.prefix and name == "github":
            return PkgName("github", None, package=FakeNested(self.library, "github"))
        if self.prefix == "github" and name == "search":
            made = declare("func search(input ...any) (any, error)", package="MCP", lookup=lambda _: None)
            assert isinstance(made, Func)
            made.native = print
            return made
        return None

    def member_names(self) -> list[str]:
        return ["search"] if self.prefix else ["github"]

    def advice(self, name: str) -> str:
        return ""


class FakeLibrary:
    def __init__(self) -> None:
        self.packages: dict[str, Any] = {path: FakePackage(path, self) for path in DECLARATIONS}
        self.packages["MCP"] = FakeNested(self)

    def package(self, path: str) -> Any:
        return self.packages.get(path)

    def by_name(self, name: str) -> Any:
        return next((p for p in self.packages.values() if p.name == name), None)

    def names(self) -> list[str]:
        return [p.name for p in self.packages.values()]

    def hint(self, path: str) -> str:
        return f'there is no "{path}"; use codemode.CallTool for what is outside'


class FakeTools:
    """A catalog. `schemas` maps a tool name to its properties; names ending in * stream."""

    def __init__(self, **schemas: dict[str, Any]) -> None:
        self.shapes: dict[str, ToolShape] = {}
        for key, schema in schemas.items():
            name = key.replace("__", ".")
            streaming = bool(schema.get("x-streaming"))
            self.shapes[name] = ToolShape(name, schema, streaming)

    def shape(self, name: str) -> ToolShape | None:
        return self.shapes.get(name)

    def suggest(self, name: str) -> list[str]:
        from difflib import get_close_matches

        return get_close_matches(name, list(self.shapes), 3, 0.6)

    def of_letters(self, letters: str) -> list[str]:
        return [name for name in self.shapes if letters_of(name) == letters]

    def absent_owner(self, name: str) -> str | None:
        return None
