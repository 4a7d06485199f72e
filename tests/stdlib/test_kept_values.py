"""What a program keeps counts against its memory limit: at least half of what the host needs for it."""

from __future__ import annotations

import tracemalloc

import pytest

from codemode import Completed, Engine
from tests.traced_memory import TRIES, traced

pytestmark = pytest.mark.anyio

KEPT = 2_000
# the type of a value, and statements that make one, v
VALUES = {
    "builder": ("*strings.Builder", "v := &strings.Builder{}\nv.WriteString(`x`)"),
    "buffer": ("*bytes.Buffer", "v := bytes.NewBufferString(`x`)"),
    "reader": ("*strings.Reader", "v := strings.NewReader(`x`)"),
    "replacer": ("*strings.Replacer", "v := strings.NewReplacer(`a`, `b`)"),
    "scanner": ("*bufio.Scanner", "v := bufio.NewScanner(strings.NewReader(`x`))"),
    "decoder": ("*json.Decoder", "v := json.NewDecoder(strings.NewReader(`x`))"),
    "element of a list": ("*list.Element", "v := l.PushBack(1)"),
    "lines": ("iter.Seq[string]", "v := strings.Lines(`a`)"),
    "pieces": ("iter.Seq[string]", "v := strings.SplitSeq(`a,b`, `,`)"),
    "fields": ("iter.Seq[string]", "v := strings.FieldsSeq(`a b`)"),
    "pieces of bytes": ("iter.Seq[[]byte]", "v := bytes.SplitSeq(text, text)"),
    "keys": ("iter.Seq[string]", "v := maps.Keys(m)"),
    "all of a map": ("iter.Seq2[string, int]", "v := maps.All(m)"),
    "values": ("iter.Seq[int]", "v := slices.Values(xs)"),
    "chunks": ("iter.Seq[[]int]", "v := slices.Chunk(xs, 1)"),
    "closure": ("func() int", "v := func() int { return i }"),
    "method value": ("func() int", "v := l.Len"),
    "map": ("map[string]int", "v := map[string]int{}"),
    "entry": ("map[string]int", "v := map[string]int{`a`: i}"),
    "slice": ("[]int", "v := []int{i}"),
    "empty slice": ("[]int", "v := []int{}"),
    "part of a slice": ("[]int", "v := xs[:1]"),
    "text": ("string", "v := strconv.Itoa(i + 1000)"),
    "runes": ("[]rune", "v := []rune(word)"),
    "runes of a constant": ("[]rune", "v := []rune(`日本語`)"),
    "bytes": ("[]byte", "v := []byte(word)"),
    "row": ("[]int", "v := []int{i + 1000, i + 1001, i + 1002, i + 1003}"),
    "row of texts": ("[]string", "v := []string{strconv.Itoa(i + 1000), strconv.Itoa(i + 2000), word}"),
    "row made": ("[]int", "v := make([]int, 40)\nfor j := range v {\nv[j] = i + 1000 + j\n}"),
    "texts made": ("[]string", "v := make([]string, 40)\nfor j := range v {\nv[j] = strconv.Itoa(i + 1000 + j)\n}"),
    "structs made": ("[]struct{ a, b int }", "v := make([]struct{ a, b int }, 40)"),
    "array": ("*[4]int", "var a [4]int\na[1], a[2] = i + 1000, i + 2000\nv := &a"),
    "array of texts": ("*[4]string", "var a [4]string\na[1], a[2] = strconv.Itoa(i + 1000), word\nv := &a"),
    "pointer": ("*struct{ a string }", "v := &struct{ a string }{strconv.Itoa(i + 1000)}"),
    "texts by name": ("map[string]string", "v := map[string]string{strconv.Itoa(i): strconv.Itoa(i + 1000)}"),
    "sent": ("chan string", "v := make(chan string, 40)\nfor j := range 40 {\nv <- strconv.Itoa(i + 1000 + j)\n}"),
    "words": ("[]string", "v := strings.Fields(`a b c d e`)"),
    "decoded": ("any", 'var v any\njson.Unmarshal([]byte(`{"a": [1000, "b", {"c": 2.5}]}`), &v)'),
    "struct": ("struct{ a, b int }", "v := struct{ a, b int }{i, i}"),
    "box": ("any", "var v any = i + 1000"),
    "channel": ("chan int", "v := make(chan int)"),
    "time": ("time.Time", "v := time.Now()"),
    "timer": ("*time.Timer", "v := time.NewTimer(time.Hour)"),
    "error": ("error", "v := fmt.Errorf(`x%d`, i)"),
    "joined errors": ("error", "v := errors.Join(io.EOF, io.EOF)"),
    "big number": ("*big.Int", "v := big.NewInt(5)"),
    "big fraction": ("*big.Rat", "v := big.NewRat(1, 3)"),
    "source of chance": ("*rand.Rand", "v := rand.New(rand.NewSource(1))"),
    "mutex": ("*sync.Mutex", "v := &sync.Mutex{}"),
    "group": ("*sync.WaitGroup", "v := &sync.WaitGroup{}"),
    "map for goroutines": ("*sync.Map", "v := &sync.Map{}\nv.Store(1, 2)"),
    "once": ("func()", "v := sync.OnceFunc(func() {})"),
    "template": ("*template.Template", "v := template.New(`x`)"),
    "address": ("*url.URL", "v, _ := url.Parse(`http://x/y?z=1`)"),
    "query": ("url.Values", "v, _ := url.ParseQuery(`z=1&y=2`)"),
    "context": ("context.Context", "v, _ := context.WithCancel(context.Background())"),
    "value of a context": ("context.Context", "v := context.WithValue(context.Background(), `a`, i)"),
    "digest": ("hash.Hash", "v := sha256.New()"),
}


@pytest.mark.parametrize(("kind", "made"), VALUES.values(), ids=VALUES)
async def test_what_is_kept_counts(kind: str, made: str) -> None:
    code = f"""
l, m, xs, text, word := list.New(), map[string]int{{"a": 1}}, []int{{1, 2}}, []byte("x"), "word"
keep := make([]{kind}, SIZE)
for i := range keep {{
	{made}
	keep[i] = v
}}
__out = len(xs) + len(m) + l.Len() + len(text) + len(word)
"""
    few, many = (code.replace("SIZE", str(size)) for size in (1, KEPT))
    async with Engine(isolation="inline") as engine:
        session = engine.session()
        for text in (few, many):
            await session.exec(text)  # what the library keeps for ever, and the cache of programs
        for _ in range(TRIES):
            with traced():
                one = await session.exec(few)
                tracemalloc.reset_peak()
                before = tracemalloc.get_traced_memory()[0]
                reply = await session.exec(many)
                used = tracemalloc.get_traced_memory()[1] - before
            assert isinstance(reply, Completed), reply
            counted = reply.telemetry.peak_memory_bytes - one.telemetry.peak_memory_bytes
            if counted >= used / 2:
                break
    assert counted >= used / 2, f"{used / counted:.1f} times as much as is counted"
