"""Calls of library functions for random programs: Go expressions with holes for arguments.

{s} string, {i} small int, {n} any int, {f} float64, {r} rune, {b} byte slice, {ss} []string, {is} []int, {fs} []float64,
{d} duration, {t} time, {p} a regular expression, {l} a time layout, {j} JSON text, {v} a value for JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.oracle.choices import Choices, pick

STRINGS = (
    "",
    "a",
    "go gopher",
    "  pad\\t ",
    "héllo wörld",
    "a,b,,c",
    "世界😀",
    "\\xff\\xc3(",
    "Hello, World!",
    "k=v;k2=v2",
    "line1\\nline2\\r\\n",
    "ABCabc123",
    "x\\x00y",
    "aXbXc",
    "1_000",
    "-42",
    "+7",
    "0x1F",
    "3.25",
    "1e5",
    "Inf",
    "true",
    "99999999999999999999",
    "\\u00e9\\u0301",
    "ŉǅß",
    '\\"quoted\\"',
    "`tick`",
    "a/b/../c//d",
    "http://h.io:80/p?q=1&r=a+b#f",
    "%41%zz",
    "<b>&amp;</b>",
    "aGVsbG8=",
    "6a6b",
    "2024-02-29",
    "1h2m3.5s",
    "-1.5us",
)
PATTERNS = (
    "a+",
    "[a-z]+",
    "(\\\\w)(\\\\d)?",
    "\\\\s+",
    "o|l",
    "^.",
    ".$",
    "(?i)[h-l]",
    "x*",
    "(?P<k>\\\\w+)=(?P<v>\\\\w*)",
    "\\\\b",
    "[^a-z]",
    "\\\\pL",
    "(a|b)(c)?",
    "",
)
LAYOUTS = (
    "2006-01-02",
    "15:04:05",
    "Jan _2 06 3:04PM",
    "Monday, 02-Jan-06 15:04:05 MST",
    "2006-01-02T15:04:05.000Z07:00",
    "2006-002",
    "20060102150405.999999",
    "Mon Jan 2 15:04:05 -0700 2006",
)
JSON_TEXTS = (
    '{"a":1,"b":[true,null,"x"]}',
    "[1,2.5,-0,1e3]",
    '"h\\u00e9\\n"',
    "{",
    '{"a":}',
    "[1,]",
    "nul",
    '{"a":{"b":{"c":[]}}}',
    "1 2",
    '"\\ud83d\\ude00\\ud800"',
    '{"dup":1,"dup":2}',
    " [ ] ",
    "01",
    "-",
    '{"F0":5,"f1":"s","X":[1]}',
    "1e999",
    "9007199254740993",
)
FLOATS = ("0.5", "-2.5", "1e21", "3", "-0.0", "123456.789", "math.NaN()", "math.Inf(1)", "1e-7", "2.675", "1e15")
RUNES = ("'a'", "'Z'", "'é'", "'世'", "' '", "'\\n'", "'9'", "'ß'", "'!'", "'\\u0301'", "rune(-1)", "'ǅ'", "'²'", "'€'")
UNITS = ("Second", "Millisecond", "Minute", "Hour", "Nanosecond", "Microsecond")
SCALARS = ("nil", "true", "1", "-2.5", "1e21", "1e-7", "float32(0.1)", "uint8(7)", "int64(1<<60)")
COMPOSITES = (
    '[]byte("hi")',
    "time.Second",
    "[]int(nil)",
    "map[string]int(nil)",
    "[2]bool{true}",
    'struct{ A int; b string }{1, "x"}',
    'struct{ X []string `json:"x,omitempty"`; Y any `json:"y"` }{}',
    'map[int]string{2: "b", -1: "a"}',
)
KEYS = ('"b"', '"a"', '"é<"')
CALLS = """
strings.Split({s}, {s})|strings.SplitN({s}, {s}, {i})|strings.SplitAfter({s}, {s})|strings.Fields({s})
strings.Join({ss}, {s})|strings.Repeat({s}, {i})|strings.Replace({s}, {s}, {s}, {i})|strings.ReplaceAll({s}, {s}, {s})
strings.Index({s}, {s})|strings.LastIndex({s}, {s})|strings.IndexAny({s}, {s})|strings.IndexRune({s}, {r})
strings.Contains({s}, {s})|strings.ContainsAny({s}, {s})|strings.ContainsRune({s}, {r})|strings.Count({s}, {s})
strings.HasPrefix({s}, {s})|strings.HasSuffix({s}, {s})|strings.TrimPrefix({s}, {s})|strings.TrimSuffix({s}, {s})
strings.Trim({s}, {s})|strings.TrimLeft({s}, {s})|strings.TrimRight({s}, {s})|strings.TrimSpace({s})
strings.ToUpper({s})|strings.ToLower({s})|strings.ToTitle({s})|strings.Title({s})|strings.EqualFold({s}, {s})
strings.Cut({s}, {s})|strings.CutPrefix({s}, {s})|strings.CutSuffix({s}, {s})|strings.Compare({s}, {s})
strings.FieldsFunc({s}, unicode.IsUpper)|strings.Map(unicode.ToUpper, {s})|strings.ToValidUTF8({s}, {s})
strings.IndexFunc({s}, unicode.IsDigit)|strings.TrimFunc({s}, unicode.IsLetter)|strings.LastIndexByte({s}, 'l')
strings.NewReplacer({s}, {s}, {s}, {s}).Replace({s})|strings.NewReplacer("a", "1", "b", {s}).Replace({s})
strconv.Atoi({s})|strconv.ParseInt({s}, {i}, 64)|strconv.ParseInt({s}, 0, 16)|strconv.ParseUint({s}, 10, 8)
strconv.ParseFloat({s}, 64)|strconv.ParseFloat({s}, 32)|strconv.ParseBool({s})|strconv.Quote({s})|strconv.QuoteToASCII({s})
strconv.Unquote({s})|strconv.Unquote(strconv.Quote({s}))|strconv.QuoteRune({r})|strconv.FormatInt(int64({n}), 2+at({i}, 35))
strconv.FormatFloat({f}, 'f', {i}, 64)|strconv.FormatFloat({f}, 'e', {i}, 32)|strconv.FormatFloat({f}, 'g', -1, 64)
strconv.AppendQuote({b}, {s})|strconv.FormatUint(uint64({n}), 16)
unicode.IsLetter({r})|unicode.IsSpace({r})|unicode.IsPunct({r})|unicode.IsSymbol({r})|unicode.ToUpper({r})|unicode.ToLower({r})
utf8.RuneCountInString({s})|utf8.ValidString({s})|utf8.DecodeRuneInString({s})|utf8.DecodeLastRuneInString({s})
utf8.RuneLen({r})|utf8.AppendRune({b}, {r})|utf8.FullRuneInString({s})
bytes.Split({b}, {b})|bytes.ToUpper({b})|bytes.Equal({b}, {b})|bytes.TrimSpace({b})|bytes.Fields({b})|bytes.Index({b}, {b})
bytes.Replace({b}, {b}, {b}, {i})|bytes.Count({b}, {b})|bytes.Title({b})|bytes.Runes({b})
math.Floor({f})|math.Round({f})|math.RoundToEven({f})|math.Trunc({f})|math.Mod({f}, {f})|math.Remainder({f}, {f})
math.Sqrt({f})|math.Hypot({f}, {f})|math.Max({f}, {f})|math.Min({f}, {f})|math.Modf({f})|math.Frexp({f})|math.Cbrt({f})
math.Copysign({f}, {f})|math.Signbit({f})|math.IsNaN({f})|math.Float64bits({f})|math.Dim({f}, {f})|math.Log2(math.Abs({f}))
bits.OnesCount(uint({n}))|bits.LeadingZeros64(uint64({n}))|bits.RotateLeft32(uint32({n}), {i})|bits.Reverse16(uint16({n}))
bits.TrailingZeros(uint({n}))|bits.Len8(uint8({n}))|bits.Mul64(uint64({n}), uint64({n}))|bits.Add64(uint64({n}), uint64({n}), 1)
slices.Max({is})|slices.Index({is}, {i})|slices.Contains({is}, {i})|slices.Compact({is})|slices.Equal({is}, {is})
slices.Compare({is}, {is})|slices.BinarySearch({is}, {i})|slices.Insert({is}, {i}, {n})|slices.Delete({is}, {i}, {i})
slices.Concat({is}, {is})|slices.Repeat({is}, {i})|slices.Collect(slices.Chunk({is}, {i}))|slices.IsSorted({ss})
slices.Sorted(slices.Values({ss}))|slices.Min({fs})|slices.Replace({is}, {i}, {i}, {n})|slices.Sorted(slices.Values({fs}))
sort.SearchInts({is}, {i})|sort.StringsAreSorted({ss})|sorter({n}, {i})|stable({n}, {i})
time.ParseDuration({s})|{d}|{d}.Round({d})|{d}.Truncate({d})|{d}.Seconds()|{d}.Hours()|{d}.Milliseconds()|{d}.Abs()
{t}|{t}.Format({l})|{t}.AddDate({i}, {i}, {i}).Format({l})|{t}.Add({d}).Format({l})|{t}.Weekday()|{t}.YearDay()|{t}.ISOWeek()
{t}.Sub({t})|{t}.Truncate({d})|{t}.Round({d})|time.Parse({l}, {s})|time.Parse({l}, {t}.Format({l}))|{t}.Before({t})
regexp.MustCompile({p}).FindString({s})|regexp.MustCompile({p}).FindAllString({s}, {i})|regexp.MustCompile({p}).Split({s}, {i})
regexp.MustCompile({p}).ReplaceAllString({s}, {s})|regexp.MustCompile({p}).ReplaceAllString({s}, "<$0|$1>")
regexp.MustCompile({p}).FindStringSubmatch({s})|regexp.MustCompile({p}).FindAllStringSubmatchIndex({s}, -1)
regexp.MustCompile({p}).ReplaceAllStringFunc({s}, strings.ToUpper)|regexp.QuoteMeta({s})|regexp.MustCompile({p}).MatchString({s})
url.QueryEscape({s})|url.PathEscape({s})|url.QueryUnescape({s})|url.ParseQuery({s})|address({s})|path.Clean({s})|path.Join({s}, {s})
path.Base({s})|path.Dir({s})|path.Ext({s})|html.EscapeString({s})|html.UnescapeString({s})|path.Match({s}, {s})
base64.StdEncoding.EncodeToString({b})|base64.StdEncoding.DecodeString({s})|base64.RawURLEncoding.EncodeToString({b})
hex.EncodeToString({b})|hex.DecodeString({s})|encoded({v})|decoded({j})|encoded({s})|encoded({f})|decoded(encoded({v}))
errors.Join(errors.New({s}), nil, errBase)|fmt.Errorf("%w: %s", errBase, {s})|fmt.Sprintln({s}, {n}, {f})|fmt.Sprint({n}, {i}, {s}, {s})
fmt.Sprintf({s}, {n}, {s}, {f})|fmt.Sprintf("%v %d", {ss}, {is})|fmt.Sprintf("%6.2f|%-8s|%08d", {f}, {s}, {n})
fmt.Sprintf("%v|%+v|%#v|%T", {v}, {v}, {v}, {v})|fmt.Sprintf("%x|%X|% x|%q", {s}, {b}, {b}, {ss})|fmt.Sprintf("%U %#U %c %q", {r}, {r}, {r}, {r})
"""
HOLE = re.compile(r"\{(\w+)\}")


class Library:
    """Fills the holes of a random call."""

    def __init__(self, choices: Choices, ints: Callable[[], str], strings: Callable[[], str]) -> None:
        self.choices = choices
        self.ints = ints
        self.strings = strings
        self.calls = [call for line in CALLS.strip().split("\n") for call in split_calls(line)]

    def call(self) -> str:
        return HOLE.sub(lambda hole: self.argument(hole.group(1)), pick(self.choices, self.calls))

    def argument(self, kind: str) -> str:
        make: dict[str, Callable[[], str]] = {
            "s": self.string,
            "i": lambda: str(self.choices.below(8) - 2),
            "n": self.ints,
            "f": lambda: pick(self.choices, FLOATS),
            "r": lambda: pick(self.choices, RUNES),
            "b": lambda: f"[]byte({self.string()})",
            "ss": lambda: self.many("string", self.string),
            "is": lambda: self.many("int", lambda: str(self.choices.below(9))),
            "fs": lambda: self.many("float64", lambda: pick(self.choices, FLOATS)),
            "d": lambda: f"({self.choices.below(4000) - 500} * time.{pick(self.choices, UNITS)})",
            "t": self.time,
            "p": lambda: f'"{pick(self.choices, PATTERNS)}"',
            "l": lambda: f'"{pick(self.choices, LAYOUTS)}"',
            "j": lambda: f"`{pick(self.choices, JSON_TEXTS)}`",
            "v": lambda: self.value(3),
        }
        return make[kind]()

    def string(self) -> str:
        return self.strings() if self.choices.below(5) == 4 else f'"{pick(self.choices, STRINGS)}"'

    def many(self, elem: str, make: Callable[[], str]) -> str:
        return f"[]{elem}{{{', '.join(make() for _ in range(self.choices.below(6)))}}}"

    def time(self) -> str:
        seconds = self.choices.below(4_000_000_000) - 1_000_000_000
        return f"time.Unix({seconds}, {self.choices.below(1_000_000_000)}).UTC()"

    def value(self, depth: int) -> str:
        """A value as JSON has them, and some that it has not."""
        kind = self.choices.below(12 if depth else 8)
        if kind < 4:
            return pick(self.choices, SCALARS)
        if kind < 7:
            return self.string()
        if kind == 7:
            return pick(self.choices, COMPOSITES)
        inner = [self.value(depth - 1) for _ in range(self.choices.below(4))]
        if kind < 10:
            return f"[]any{{{', '.join(inner)}}}"
        entries = (f"{key}: {v}" for key, v in zip(KEYS, inner, strict=False))
        return f"map[string]any{{{', '.join(entries)}}}"


def split_calls(line: str) -> list[str]:
    """The calls of a line, which are separated by bars outside of strings."""
    return [call for call in re.split(r'\|(?=(?:[^"]*"[^"]*")*[^"]*$)', line) if call]
