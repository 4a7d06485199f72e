"""Functions of the library that are asked for work without end."""

from __future__ import annotations

from tests.host.attacks import MEMORY, STEPS, Attack

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
