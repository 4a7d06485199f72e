"""What a reply shows of what a program printed and found, and what lives from cell to cell."""

from tests.contract.matching import has

LONG = '{"truncated": True'
WHOLE = 'xs := []string{}\nfor i := range 500 { xs = append(xs, fmt.Sprint("ü", i)) }\n__out = xs'
COMPACT = '["' + '","'.join(f"ü{i}" for i in range(500)) + '"]'


def cut_of(text):
    """A Truncated that holds an exact beginning."""

    def fits(value):
        missing = len(text.encode()) - len(value["prefix"].encode())
        return (
            value["truncated"] is True
            and len(value["prefix"]) > 100
            and text.startswith(value["prefix"])
            and value["omitted_bytes"] == missing
            and value["result_id"] == "res_1"
        )

    return fits


def beginning_of(letter, whole):
    """A TextOutput that holds the beginning of many equal letters; `whole` counts the bytes of all that was printed from there on."""

    def fits(item):
        text = item["text"]
        return set(text) == {letter} and item["omitted_bytes"] == whole - len(text.encode())

    return fits


CASES = [
    {
        "case": "text and json append to the output in order",
        "shows": ["output 1", "output 2", "guest 10"],
        "steps": [
            {
                "exec": 'fmt.Print("a")\nfmt.Println("b")\ntext("c")\ntext(1)\njson(nil)\njson(map[string]any{"k": []int{1}})\nfmt.Printf("%03d", 7)',
                "gives": {
                    "output": [
                        {"type": "text", "text": "ab\n", "stream": "stdout"},
                        {"type": "text", "text": "c", "stream": None},
                        {"type": "text", "text": "1"},
                        {"type": "json", "value": None},
                        {"type": "json", "value": {"k": [1]}},
                        {"type": "text", "text": "007", "stream": "stdout"},
                    ]
                },
            },
            {"exec": 'fmt.Fprint(os.Stderr, "oops")', "gives": {"output": [{"text": "oops", "stream": "stderr"}]}},
        ],
    },
    {
        "case": "a value too large is cut between characters, counted, and kept whole",
        "shows": ["output 3", "output 4", "output 5", "guest 11"],
        "limits": {"max_output_bytes": 1024},
        "steps": [
            {
                "exec": WHOLE,
                "gives": {
                    "status": "completed",
                    "run_id": has("run_"),
                    "value": cut_of(COMPACT),
                },
            },
            {
                "exec": 'all := results.Load("res_1")\n__out = []any{len(all), all[499]}',
                "gives": {"value": [500, "ü499"]},
            },
        ],
    },
    {
        "case": "output too large is cut, counted, and kept whole",
        "shows": ["output 3", "output 4"],
        "limits": {"max_output_bytes": 1024},
        "steps": [
            {
                "exec": 'text("first")\nfmt.Print(strings.Repeat("é", 2000))\njson(1)\ntext("last")\n__out = 7',
                "gives": {
                    "status": "completed",
                    "value": 7,
                    "output": [
                        {"text": "first"},
                        beginning_of("é", 4000 + 1 + 4),
                    ],
                },
            },
            {
                "exec": 'r := results.Load("res_1")\n__out = []any{len(r), r[1], r[2]}',
                "gives": {"value": [3, 1, "last"]},
            },
        ],
    },
    {
        "case": "status and run id survive truncation",
        "shows": ["output 5"],
        "limits": {"max_output_bytes": 1024},
        "steps": [
            {
                "exec": 'fmt.Print(strings.Repeat("x", 100000))\nyield_control("why")',
                "gives": {
                    "status": "waiting",
                    "run_id": has("run_"),
                    "reason": "yield",
                    "output": [beginning_of("x", 100000)],
                },
            },
            {"wait": "run", "gives": {"status": "completed", "output": []}},
            {
                "exec": 'fmt.Print(strings.Repeat("x", 100000))\npanic(strings.Repeat("y", 100000))',
                "gives": {
                    "status": "failed",
                    "code": "guest_panic",
                    "run_id": has("run_"),
                    "error": has("panic: yyy", "…"),
                },
            },
        ],
    },
    {
        "case": "what is no JSON becomes a clear string",
        "shows": ["output 6"],
        "steps": [
            {
                "exec": "__out = []any{math.NaN(), math.Inf(1), math.Inf(-1)}",
                "gives": {"status": "completed", "value": ["NaN", "+Inf", "-Inf"]},
            },
            {
                "exec": 'm := map[string]any{}\nm["m"] = m\n__out = m',
                "gives": {"status": "completed", "value": {"m": str}},
            },
            {"exec": "xs := []any{1}\nxs[0] = xs\n__out = xs", "gives": {"status": "completed", "value": [str]}},
            {
                "exec": "type N struct{ Next *N }\nn := &N{}\nn.Next = n\n__out = n",
                "gives": {"status": "completed", "value": {"Next": ...}},
            },
            {
                "exec": "__out = []any{func() {}, make(chan int), complex(1, 2)}",
                "gives": {"status": "completed", "value": [str, str, str]},
            },
            {"exec": '__out = "\\xff\\xfe"', "gives": {"status": "completed", "value": "��"}},
            {
                "exec": 'json(math.NaN())\ntext(math.Inf(1))\nfmt.Print("\\xff")',
                "gives": {"output": [{"value": "NaN"}, {"text": str}, {"text": "�"}]},
            },
            {
                "exec": "var x any\nfor i := 0; i < 10000; i++ {\n\tx = []any{x}\n}\n__out = x",
                "gives": {"status": "completed"},
            },
        ],
    },
    {
        "case": "results live from cell to cell",
        "shows": ["guest 11", "output 4"],
        "steps": [
            {"exec": '__out = results.Save(map[string]any{"n": []int{1, 2}})', "gives": {"value": "res_1"}},
            {"exec": '__out = results.Load("res_1").n', "gives": {"value": [1, 2]}},
            {
                "exec": '__out = results.Load("res_1").n',
                "as": ["b", ""],
                "gives": {"status": "failed", "error": has("there is no result")},
            },
            {"exec": '__out = results.Delete("res_1")', "gives": {"value": None}},
            {
                "exec": '_, err := results.Load("res_1")\n__out = err.Error()',
                "gives": {"value": has("there is no result")},
            },
        ],
    },
    {
        "case": "the store keeps what a completed cell saved",
        "shows": ["guest 12"],
        "steps": [
            {"exec": 'store.Save("k", 1)\n__out = store.Load("k")', "gives": {"value": 1}},
            {"exec": 'store.Save("k", 2)\npanic("no")', "gives": {"code": "guest_panic"}},
            {"exec": '__out = store.Load("k")', "gives": {"value": 1}},
            {"exec": 'store.Save("k", 3)\nyield_control("")', "gives": {"status": "waiting"}},
            {"exec": '__out = store.Load("k")', "gives": {"value": 1}},
            {"wait": "run", "gives": {"status": "completed"}},
            {"exec": '__out = []any{store.Load("k"), store.Load("nothing")}', "gives": {"value": [3, None]}},
            {"exec": '__out = store.Load("k")', "as": ["a", "-2"], "gives": {"value": None}},
        ],
    },
]
