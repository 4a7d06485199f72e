"""Large, extreme and hostile values of every type that a library function takes, as Go expressions. The first of each is the largest.

`s` mixes what texts are parsed for, `q` is one letter, `nines` a number, `deep` nested brackets; `b`, `bq` and so on are their bytes.
"""

from __future__ import annotations

# By name; a program begins with those it needs.
SETUP: dict[str, str] = {
    "s": r"""s := strings.Repeat("a b,c=1;%é<&>\"'\\n\n\t{{.}}*[x-z]?(|)+$1\x00\xff/../T15:04ZMST\r\n", 1<<10)""",
    "q": 'q := strings.Repeat("a", 1<<16)',
    "nines": 'nines := strings.Repeat("9", 1<<14)',
    "deep": 'deep := strings.Repeat("[", 1<<12)',
    "verbs": 'verbs := strings.Repeat("%[1]*[1]d", 100)',
    "b": "b := []byte(s)",
    "bq": "bq := []byte(q)",
    "bnines": "bnines := []byte(nines)",
    "bdeep": "bdeep := []byte(deep)",
    "ints": "ints := make([]int, 1<<13)",
    "anys": "anys := make([]any, 1<<10)\nfor i := range anys { anys[i] = q }",
    "table": "table := map[string]int{}\nfor i := 0; i < 1<<10; i++ { table[strconv.Itoa(i)] = i }",
    "values": 'values := url.Values{"a": {q, q, s}, q: {q}}',
    "huge": "huge := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 1<<16), big.NewInt(1))",
    "strs": 'strs := strings.Split(s, " ")',
    "lots": "lots := make([]string, 1<<10)\nfor i := range lots { lots[i] = q }",
    "nested": "var nested any\nfor i := 0; i < 40; i++ { nested = []any{nested, nested} }",
    "chain": 'var chain error = errors.New(q)\nfor i := 0; i < 50; i++ { chain = fmt.Errorf("%w", chain) }',
    "heapOf": """type ordered struct{ sort.IntSlice }
func (h *ordered) Push(x any) { h.IntSlice = append(h.IntSlice, x.(int)) }
func (h *ordered) Pop() any { n := len(h.IntSlice); x := h.IntSlice[n-1]; h.IntSlice = h.IntSlice[:n-1]; return x }
heapOf := func(xs []int) heap.Interface { return &ordered{sort.IntSlice(xs)} }""",
    "listOf": "listOf := func(n int) *list.List { l := list.New(); for i := range n { l.PushBack(i) }; return l }",
    "condOf": "condOf := func() *sync.Cond { c := sync.NewCond(new(sync.Mutex)); c.L.Lock(); return c }",
    "failure": """failure := func() (e runtime.Error) {
	defer func() { e = recover().(runtime.Error) }()
	xs := []int{}
	_ = xs[len(xs)]
	return
}""",
}
ALWAYS = """slots := make([]any, 8)
at := 0
keep := func(r any) { slots[at%8] = r; at++ }
try := func(f func()) { defer func() { recover() }(); f() }
"""

# For type parameters: what stands for them in every signature.
TYPE_ARGUMENTS = {
    **dict.fromkeys(("S", "S1", "S2", "Slice"), "[]int"),
    **dict.fromkeys(("Map", "M", "M1", "M2"), "map[string]int"),
    **dict.fromkeys(("E", "E1", "E2", "T", "T1", "T2", "V", "V1", "V2", "Int"), "int"),
    "K": "string",
}

_TEXTS = ["s", "q", '""', '"a"', "nines", "deep", "verbs", '"%999999d"']
_BYTES = ["b", "bq", "nil", '[]byte("a")', "bnines", "bdeep"]
_WHOLE = ["1<<62", "-1<<63", "-1", "0", "1", "7", "1<<20"]
_SIZED = {
    "int": _WHOLE,
    "int64": _WHOLE,
    "int32": ["1<<31-1", "-1<<31", "'é'", "0", "'a'"],
    "uint": ["1<<63", "0", "1", "1<<20"],
    "uint8": ["255", "0", "'a'", "'f'", "1"],
    "uint16": ["1<<15", "0"],
    "uint32": ["1<<31", "0", "1"],
    "uint64": ["1<<63", "0", "1"],
    "uintptr": ["1<<40", "0"],
}
_NUMBERS = ["1e308", "math.NaN()", "math.Inf(1)", "-1e-320", "0.5", "1e22", "3"]
_READERS = [
    "strings.NewReader(s)",
    "bytes.NewReader(bdeep)",
    "io.MultiReader(strings.NewReader(q), strings.NewReader(s))",
    "io.LimitReader(rand.New(rand.NewSource(1)), 1<<40)",
    "bufio.NewReader(strings.NewReader(q))",
]
_WRITERS = ["new(bytes.Buffer)", "new(strings.Builder)", "io.Discard", "bufio.NewWriterSize(io.Discard, 1<<16)"]
_WORLD = "context.WithValue(context.Background(), q, s)"
_INTS = ["ints", "[]int(nil)", "[]int{3, 1, 2}"]
_TABLE = ["table", "map[string]int(nil)"]
_ORDER = "func(x, y int) int { return y - x }"
_COUNT = "func(yield func(int) bool) { for i := 0; yield(i); i++ {} }"
_PAIRS = "func(yield func(string, int) bool) { for i := 0; yield(strconv.Itoa(i), i); i++ {} }"
_TEMPLATE = 'template.Must(template.New(q).Parse(`{{range .}}{{range $}}{{printf "%999d" 1}}{{end}}{{end}}`))'
_ADDRESS = '&url.URL{Scheme: "h", Host: q, Path: s, RawQuery: s, Fragment: s, User: url.UserPassword(s, s)}'
_FAILURE = "chain"

VALUES: dict[str, list[str]] = {
    **_SIZED,
    **{f"*{name}": [f"new({name})"] for name in _SIZED},
    "string": _TEXTS,
    "[]uint8": _BYTES,
    "[][]uint8": ["[][]byte{b, bq, b, bq}", "bytes.Split(b, nil)"],
    "float64": _NUMBERS,
    "float32": ["3e38", "1e-45"],
    "complex128": ["complex(1e308, -1e308)"],
    "bool": ["true", "false"],
    "any": [
        "any(s)",
        "any(ints)",
        "any(table)",
        "nested",
        "any(chain)",
        "any(nil)",
        "any(&values)",
        "any(new(any))",
        "any(lots)",
    ],
    "[]any": [
        "anys",
        "[]any{s, 1 << 62}",
        "[]any{nested}",
        "[]any{new(string), new(int)}",
        "[]any{math.MaxFloat64, q}",
    ],
    "[]string": ["lots", "strs", "nil"],
    "[][]string": ["[][]string{lots, strs, lots}"],
    "[]int": _INTS,
    "[][]int": ["[][]int{ints, ints, ints, ints}"],
    "[]float64": ["make([]float64, 1<<13)"],
    "[]error": ["[]error{chain, errors.New(s), chain}"],
    "map[string]int": _TABLE,
    "error": [_FAILURE, "errors.New(s)", "nil"],
    "io.Writer": _WRITERS,
    "io.Reader": _READERS,
    "[]io.Reader": ["[]io.Reader{strings.NewReader(s), strings.NewReader(q)}"],
    "[]io.Writer": ["[]io.Writer{new(bytes.Buffer), new(bytes.Buffer)}"],
    "io.ReaderAt": ["strings.NewReader(s)"],
    "*bytes.Buffer": ["new(bytes.Buffer)", "bytes.NewBufferString(s)"],
    "*bufio.Reader": ["bufio.NewReaderSize(strings.NewReader(s), 1<<16)"],
    "*bufio.Writer": ["bufio.NewWriterSize(io.Discard, 1<<16)"],
    "bufio.SplitFunc": ["bufio.ScanLines", "func(d []byte, end bool) (int, []byte, error) { return 0, d, nil }"],
    "fmt.State": ["fmt.State(nil)"],
    "time.Duration": ["1<<62", "-1<<63", "1", "time.Hour"],
    "time.Time": ["time.Unix(1<<60, 1<<60)", "time.Now()", "time.Time{}"],
    "time.Month": ["1<<62", "time.March"],
    "*time.Location": ["time.UTC", "time.FixedZone(q, 1<<30)"],
    "context.Context": [_WORLD, "context.Background()"],
    "iter.Seq[int]": [_COUNT],
    "iter.Seq2[string,int]": [_PAIRS],
    "heap.Interface": ["heapOf(ints)"],
    "sort.Interface": ["sort.IntSlice(ints)", "sort.StringSlice(lots)"],
    "sync.Locker": ["new(sync.Mutex)"],
    "rand.Source": ["rand.NewSource(1)"],
    "rand2.Source": ["rand2.NewPCG(1, 2)"],
    "*rand.Rand": ["rand.New(rand.NewSource(1))"],
    "*rand2.Rand": ["rand2.New(rand2.NewPCG(1, 2))"],
    "[32]uint8": ["[32]byte{}"],
    "*big.Int": ["huge", "new(big.Int).Neg(huge)", "big.NewInt(-7)", "new(big.Int)", "nil"],
    "*big.Rat": ["new(big.Rat).SetFrac(huge, big.NewInt(3))", "big.NewRat(-1, 1<<62)", "nil"],
    "[]int32": ["[]rune(s)", "make([]rune, 1<<13)"],
    "func(any)": ["func(any) {}"],
    "func() hash.Hash": ["sha256.New", "md5.New"],
    "*list.List": ["listOf(1<<10)"],
    "*list.Element": ["listOf(1<<10).Front()", "listOf(3).Back()"],
    "*base64.Encoding": ["base64.StdEncoding"],
    "*url.URL": [_ADDRESS],
    "*template.Template": [_TEMPLATE],
    "template.FuncMap": ['template.FuncMap{"f": func() string { return q }}'],
    "*unicode.RangeTable": ["unicode.Letter"],
    "[]*unicode.RangeTable": ["[]*unicode.RangeTable{unicode.Letter, unicode.Digit}"],
    "*int": ["new(int)"],
    "func()": ["func() {}"],
    "func() int": ["func() int { return 1 }"],
    "func() error": ["func() error { return nil }", "func() error { return errors.New(q) }"],
    "func() (int, int)": ["func() (int, int) { return 1, 2 }"],
    "func(int) bool": ["func(int) bool { return true }", "func(int) bool { return false }"],
    "func(int) int": ["func(int) int { return 1 }", "func(int) int { return -1 }"],
    "func(int, int)": ["func(i, j int) {}"],
    "func(int, int) bool": ["func(i, j int) bool { return i < j }", "func(i, j int) bool { return true }"],
    "func(int, int) int": [_ORDER, "func(x, y int) int { return -1 }"],
    "func(int32) bool": ["func(rune) bool { return true }", "func(rune) bool { return false }"],
    "func(int32) int32": ["func(rune) rune { return '\\U0010ffff' }"],
    "func(string) string": ["func(string) string { return q }"],
    "func([]uint8) []uint8": ["func([]byte) []byte { return bq }"],
    "func(string, int) bool": ["func(string, int) bool { return true }"],
    "func(any, any) bool": ["func(any, any) bool { return true }"],
}

_NOW = "time.Unix(1<<40, 1).In(time.FixedZone(q, 1<<20))"
_REGEXP = ["regexp.MustCompile(`a[^b]*b|a`)", "regexp.MustCompile(`((a*)*)*|(.)(.)(.)|$`)", "regexp.MustCompile(``)"]

# For receivers: made once for calls that add up, and anew for each of the others.
RECEIVERS: dict[str, list[str]] = {
    **{
        f"*atomic.{kind}": [f"new(atomic.{kind})"]
        for kind in ("Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Bool", "Value")
    },
    "*errgroup.Group": ["new(errgroup.Group)"],
    "*atomic.Pointer": ["new(atomic.Pointer[int])"],
    "time.Time": [_NOW],
    "*time.Time": ["new(time.Time)"],
    "time.Duration": ["time.Duration(1<<62)"],
    "time.Month": ["time.Month(1<<62)"],
    "time.Weekday": ["time.Weekday(1<<62)"],
    "*time.Location": ["time.FixedZone(q, 1)"],
    "*time.Timer": ["time.NewTimer(1<<62)"],
    "*time.Ticker": ["time.NewTicker(1<<62)"],
    "*time.ParseError": ["&time.ParseError{Layout: s, Value: s, LayoutElem: s, ValueElem: s}"],
    "*regexp.Regexp": _REGEXP,
    "*rand.Rand": ["rand.New(rand.NewSource(1))"],
    "*rand2.Rand": ["rand2.New(rand2.NewPCG(1, 2))"],
    "*rand2.PCG": ["rand2.NewPCG(1, 2)"],
    "*bytes.Buffer": ["bytes.NewBufferString(s)", "new(bytes.Buffer)"],
    "*bytes.Reader": ["bytes.NewReader(b)"],
    "*strings.Reader": ["strings.NewReader(s)"],
    "*strings.Builder": ["new(strings.Builder)"],
    "*strings.Replacer": [
        'strings.NewReplacer("a", q, "b", s)',
        'strings.NewReplacer("", q)',
        "strings.NewReplacer(strs[:100]...)",
    ],
    "*log.Logger": ["log.New(io.Discard, s, log.LstdFlags)", "log.New(new(bytes.Buffer), q, 0)"],
    "*bufio.Reader": ["bufio.NewReaderSize(strings.NewReader(s), 1<<16)"],
    "*bufio.Writer": ["bufio.NewWriterSize(new(bytes.Buffer), 1<<16)"],
    "*bufio.Scanner": ["bufio.NewScanner(strings.NewReader(s))"],
    "*big.Int": ["huge", "new(big.Int)"],
    "*big.Rat": ["new(big.Rat).SetFrac(huge, big.NewInt(3))", "new(big.Rat)"],
    "big.Accuracy": ["big.Accuracy(-128)"],
    "*sha512.Digest": ["sha512.New()"],
    "*sha512.Digest384": ["sha512.New384()"],
    "*list.List": ["listOf(1<<10)"],
    "*list.Element": ["listOf(1<<10).Front()"],
    "*url.URL": [_ADDRESS],
    "*url.Error": ["&url.Error{Op: q, URL: s, Err: chain}"],
    "*url.Userinfo": ["url.UserPassword(s, s)"],
    "url.Values": ["values", "url.Values{}"],
    "url.EscapeError": ["url.EscapeError(s)"],
    "url.InvalidHostError": ["url.InvalidHostError(s)"],
    "*template.Template": [_TEMPLATE],
    "template.ExecError": ["template.ExecError{Name: s, Err: chain}"],
    "*sync.Map": ["new(sync.Map)"],
    "*sync.Mutex": ["new(sync.Mutex)"],
    "*sync.RWMutex": ["new(sync.RWMutex)"],
    "*sync.WaitGroup": ["new(sync.WaitGroup)"],
    "*sync.Cond": ["condOf()"],
    "*sync.Once": ["new(sync.Once)"],
    "*sync.Pool": ["&sync.Pool{New: func() any { return q }}"],
    "*base64.Encoding": ["base64.StdEncoding"],
    "base64.Encoding": ["*base64.StdEncoding"],
    "base64.CorruptInputError": ["base64.CorruptInputError(1<<62)"],
    "hex.InvalidByteError": ["hex.InvalidByteError(255)"],
    "*sha256.Digest": ["sha256.New()"],
    "*sha256.Digest224": ["sha256.New224()"],
    "*csv.Reader": ["csv.NewReader(strings.NewReader(s))"],
    "*csv.Writer": ["csv.NewWriter(new(bytes.Buffer))"],
    "*csv.ParseError": ["&csv.ParseError{Line: 1 << 62, Err: chain}"],
    "*json.Decoder": ["json.NewDecoder(strings.NewReader(nines))", "json.NewDecoder(strings.NewReader(deep))"],
    "*json.Encoder": ["json.NewEncoder(new(bytes.Buffer))"],
    "*json.SyntaxError": ["new(json.SyntaxError)"],
    "*json.UnmarshalTypeError": ["&json.UnmarshalTypeError{Value: s, Struct: s, Field: s}"],
    "*json.InvalidUnmarshalError": ["new(json.InvalidUnmarshalError)"],
    "*json.UnsupportedTypeError": ["&json.UnsupportedTypeError{Type: reflect.TypeOf(func() {})}"],
    "*json.UnsupportedValueError": ["&json.UnsupportedValueError{Str: s}"],
    "*json.MarshalerError": ["&json.MarshalerError{Type: reflect.TypeOf(1), Err: chain}"],
    "json.Number": ["json.Number(nines)"],
    "json.Delim": ["json.Delim(1<<30)"],
    "jsontext.Value": ["json.RawMessage(b)"],
    "*jsontext.Value": ["new(json.RawMessage)"],
    "*io.LimitedReader": ["&io.LimitedReader{R: strings.NewReader(s), N: 1 << 62}"],
    "*os.File": ["os.Stdout", "os.Stderr"],
    "sort.IntSlice": ["sort.IntSlice(ints)"],
    "sort.Float64Slice": ["sort.Float64Slice(make([]float64, 1<<12))"],
    "sort.StringSlice": ["sort.StringSlice(lots)"],
    "*tabwriter.Writer": ["tabwriter.NewWriter(new(bytes.Buffer), 1, 8, 1, ' ', 0)"],
    "runtime.Error": ["failure()"],
    "*runtime.PanicNilError": ["new(runtime.PanicNilError)"],
    "*runtime.TypeAssertionError": ["new(runtime.TypeAssertionError)"],
    "*strconv.NumError": ["&strconv.NumError{Func: s, Num: s, Err: chain}"],
    "reflect.Kind": ["reflect.Kind(1<<30)"],
}
