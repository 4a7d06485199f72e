"""Functions of the library that are asked for work without end."""

# ruff: noqa: E501 - a program is one line of its table

from __future__ import annotations

from tests.host.attacks import DONE, MEMORY, STEPS, Attack

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
    "math.Gamma": "for { math.Gamma(170.5) }",
    "sort.Reverse of sort.Reverse": "var x sort.Interface = sort.IntSlice{1}\nfor { x = sort.Reverse(x) }",
    "io.LimitReader of io.LimitReader": "var r io.Reader = strings.NewReader(`abc`)\nfor { r = io.LimitReader(r, 5) }",
    "errors.Join of errors.Join": "err := io.EOF\nfor { err = errors.Join(err, io.EOF) }",
    "rand.New, kept": "type N struct {\n\tr *rand.Rand\n\tn *N\n}\nvar all *N\nfor i := range 1 << 40 { all = &N{rand.New(rand.NewSource(int64(i))), all} }",
    "slices.Values, kept": "all := []iter.Seq[int]{}\nfor { all = append(all, slices.Values([]int{1})) }",
    "iter.Pull": "next, _ := iter.Pull(func(yield func(int) bool) { for { if !yield(1) { return } } })\nfor { next() }",
}

CALLS = [
    'strings.Repeat("x", 1000000000000)',
    'strings.Repeat("xxxxxxxxxxxxxxxx", 300000000)',
    'strings.Repeat(strings.Repeat(strings.Repeat("x", 10000), 1000), 1000)',
    'strings.ReplaceAll(strings.Repeat("x", 100000), "x", strings.Repeat("y", 100000))',
    'strings.Replace(strings.Repeat("x", 100000), "", strings.Repeat("y", 100000), -1)',
    'strings.ToValidUTF8(strings.Repeat("\\xffa", 100000), strings.Repeat("y", 100000))',
    'strings.NewReplacer("x", strings.Repeat("y", 100000)).Replace(strings.Repeat("x", 100000))',
    'strings.NewReplacer("", strings.Repeat("y", 100000)).Replace(strings.Repeat("x", 100000))',
    'strings.Join(strings.Split(strings.Repeat("x", 100000), ""), strings.Repeat("y", 10000))',
    'strings.ToUpper(strings.Repeat("é", 30000000))',
    'strings.Title(strings.Repeat("a ", 30000000))',
    'strings.Map(unicode.ToUpper, strings.Repeat("é", 10000000))',
    'strings.Fields(strings.Repeat("a ", 10000000))',
    'strings.Split(strings.Repeat("a,", 10000000), ",")',
    'bytes.Repeat([]byte("x"), 1000000000000)',
    'bytes.ReplaceAll(bytes.Repeat([]byte("x"), 100000), []byte("x"), bytes.Repeat([]byte("y"), 100000))',
    'bytes.Join(bytes.Split(bytes.Repeat([]byte("x"), 100000), []byte("")), bytes.Repeat([]byte("y"), 10000))',
    'bytes.Runes(bytes.Repeat([]byte("x"), 30000000))',
    'fmt.Sprintf("%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d", 1, 2, 3, 4, 5, 6, 7, 8, 9)',
    'fmt.Sprintf(strings.Repeat("%999999d", 100), 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8)',
    'fmt.Sprintf(strings.Repeat("%[1]*[1]d", 100), 1000000)',
    'fmt.Sprintf(strings.Repeat("%[1]s", 1000), strings.Repeat("x", 1000000))',
    'fmt.Sprintf(strings.Repeat("%[1]q", 1000), strings.Repeat("\\x00", 1000000))',
    'fmt.Sprintf(strings.Repeat("%[1]x", 1000), strings.Repeat("x", 1000000))',
    'fmt.Sprintf(strings.Repeat("%.[1]*[2]f", 100), 999999, 1.5)',
    'fmt.Sprintf(strings.Repeat("%[1]v", 1000), strings.Split(strings.Repeat("x", 10000), ""))',
    'fmt.Sprintf(strings.Repeat("%", 100000000))',
    'strconv.FormatFloat(1.5, \'f\', 1000000000000, 64)',
    'strconv.FormatFloat(1.5, \'e\', 1000000000, 64)',
    'strconv.Quote(strings.Repeat("\\x00", 30000000))',
    'html.EscapeString(strings.Repeat("&", 20000000))',
    'path.Join(strings.Repeat("a/", 30000000))',
    'path.Match(strings.Repeat("*a", 10000), strings.Repeat("a", 1000000))',
]  # fmt: skip

# what costs by the length of a text, an expression or a buffer, where one step was charged for it
LONG = 'a := strings.Repeat("x", 16_000_000)\nb := a[:15_999_999] + "x"\n'
UNLIKE = LONG.replace('+ "x"', '+ "y"')
MANY = "xs, ys := []string{}, []string{}\nfor range 300 {\n\txs, ys = append(xs, a, b), append(ys, b, a)\n}\n"
FLAT = 'a, b := strings.Repeat("x", 100_000), strings.Repeat("x", 99_999) + "y"\n'
CHARGES = {
    "sort.Strings": UNLIKE + MANY.replace("300", "2000") + "sort.Strings(xs)",
    "slices.Sort of texts that end differently": FLAT
    + MANY.replace("300", "100_000")
    + "for {\n\tslices.Sort(xs)\n\tslices.Reverse(xs)\n}",
    "slices.Equal": LONG + MANY + "for {\n\tslices.Equal(xs, ys)\n}",
    "slices.Compact": UNLIKE + MANY + "for {\n\tslices.Compact(xs)\n}",
    "slices.Max": UNLIKE + MANY + "for {\n\tslices.Max(xs)\n}",
    "slices.IsSorted": LONG + MANY + "for {\n\tslices.IsSorted(xs)\n}",
    "slices.Compare": LONG + MANY + "for {\n\tslices.Compare(xs, ys)\n}",
    "slices.Index": LONG + MANY + "for {\n\tslices.Index(xs, b[1:]+`z`)\n}",
    "slices.BinarySearch": LONG + MANY + "for {\n\tslices.BinarySearch(xs, b)\n}",
    "max": UNLIKE + "for {\n\t_ = max(a, b)\n}",
    "cmp.Compare": UNLIKE + "for {\n\tcmp.Compare(a, b)\n}",
    "any < any": UNLIKE + "var x, y any = a, b\nn := 0\nfor {\n\tif x < y {\n\t\tn++\n\t}\n}",
    "switch on any": LONG + "var x, y any = a, b\nn := 0\nfor {\n\tswitch x {\n\tcase y:\n\t\tn++\n\t}\n}",
    "map[any]": LONG + "m := map[any]int{a: 1}\nfor {\n\t_ = m[b]\n}",
    "map[struct]": LONG + "type K struct{ s string }\nm := map[K]int{{a}: 1}\nfor {\n\t_ = m[K{b}]\n}",
    "map[array]": LONG + "m := map[[2]string]int{{a, a}: 1}\nfor {\n\t_ = m[[2]string{b, b}]\n}",
    "sync.Map": LONG + "var m sync.Map\nm.Store(a, 1)\nfor {\n\tm.Load(b)\n}",
    "maps.Equal": LONG + "m, n := map[string]int{a: 1}, map[string]int{b: 1}\nfor {\n\tmaps.Equal(m, n)\n}",
    "maps.Copy": LONG + "m, n := map[string]int{a: 1}, map[string]int{b: 1}\nfor {\n\tmaps.Copy(m, n)\n}",
    "url.Values.Get": LONG + "v := url.Values{}\nv.Set(a, `1`)\nfor {\n\tv.Get(b)\n}",
    "ctx.Value": LONG + "ctx := context.WithValue(context.Background(), a, 1)\nfor {\n\tctx.Value(b)\n}",
    "errors.Is": LONG
    + "type E struct{ s string }\nfunc (E) Error() string { return `` }\nvar x, y error = E{a}, E{b}\nfor {\n\terrors.Is(x, y)\n}",
    "reflect.DeepEqual of texts": LONG + "for {\n\treflect.DeepEqual(a, b)\n}",
    "strings.LastIndex": "s := strings.Repeat(`a`, 16_000_000)\np := `ab` + s[:8_000_000]\nfor {\n\tstrings.LastIndex(s, p)\n\tstrings.CutLast(s, p)\n}",
    "strings.SplitSeq": LONG + "for {\n\tfor range strings.SplitSeq(a, `yy`) {\n\t\tbreak\n\t}\n}",
    "csv lines after a long one": 's := strings.Repeat("x", 8_400_000) + "\\n" + strings.Repeat("\\n", 8_000_000) + "a\\n"\nr := csv.NewReader(strings.NewReader(s))\nr.Read()\nr.Read()',
    "strconv.ParseFloat of underscores": 's := strings.Repeat("_", 4_000_000)\nfor {\n\tstrconv.ParseFloat(s, 64)\n}',
    "fmt.Sscan of underscores": 's, f := strings.Repeat("_", 1_000_000), 0.0\nfor {\n\tfmt.Sscan(s, &f)\n}',
    "bufio.NewReaderSize": "bufio.NewReaderSize(strings.NewReader(`abc`), 1_500_000_000).ReadByte()",
    "url.Error of 4 MB": 'e := &url.Error{Op: `x`, URL: strings.Repeat("\\x00", 4_000_000), Err: errors.New(`x`)}\n_ = e.Error()',
    "URL.Port": 'u := &url.URL{Host: "[" + strings.Repeat("1", 8_000_000) + "]"}\nfor {\n\tu.Port()\n}',
    "time.LoadLocation": LONG + "for {\n\ttime.LoadLocation(a)\n}",
    "regexp of 2000 groups": 're := regexp.MustCompile(strings.Repeat("(a)?", 2000))\nfor range 500 {\n\tre.FindStringSubmatch("aaa")\n}',
    "regexp of 1000 groups, all matches": 're := regexp.MustCompile(strings.Repeat("(a)?", 1000))\nfor {\n\tre.FindAllStringSubmatchIndex(strings.Repeat("ab", 1000), -1)\n}',
    "references to names of groups": 'var b strings.Builder\nfor i := range 1000 {\n\tfmt.Fprintf(&b, "(?P<n%d>a)?", i)\n}\n__out = len(regexp.MustCompile(b.String()).ReplaceAllString("b", strings.Repeat("${n999}", 100_000)))',
}
QUICK = {
    "strconv.ParseFloat of underscores",
    "max",
    "map[any]",
    "slices.Equal",
    "sort.Strings",
    "bufio.NewReaderSize",
    "regexp of 2000 groups",
}

ATTACKS = [
    Attack(name, "functions of the library", code, frozenset({STEPS, MEMORY}), {"max_steps": 500_000})
    for name, code in BOMBS.items()
] + [
    Attack(
        call,
        "functions of the library",
        call,
        frozenset({STEPS, MEMORY}),
        {"max_steps": 300_000, "memory_limit_bytes": 8 << 20},
    )
    for call in CALLS
]
ATTACKS += [
    Attack(
        f"long values: {name}",
        "functions of the library",
        code,
        frozenset({DONE, STEPS, MEMORY, "timeout"}),
        timeout_ms=1000,
        seldom=name not in QUICK,
        seen=8,
    )
    for name, code in CHARGES.items()
]
