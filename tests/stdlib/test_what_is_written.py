"""What the library is writing, or goes over, counts while it is not yet a value of the program."""

from __future__ import annotations

import pytest

import codemode
from codemode import Limits
from codemode.errors import LimitError
from tests.traced_memory import traced

LIMIT = 8 << 20
MANY = 'a := strings.Repeat("x", 100_000)\nxs := make([]any, 3000)\nfor i := range xs { xs[i] = a }\n'
TEXT = 'b := bytes.Repeat([]byte("x"), 100_000)\nkept := []any{}\nfor {\n\tkept = append(kept, %s)\n}'
WRITTEN = {
    "Sprint": MANY + "__out = len(fmt.Sprint(xs...))",
    "Println": MANY + "fmt.Println(xs...)",
    "Sprintf": MANY + '__out = len(fmt.Sprintf(strings.Repeat("%v", 3000), xs...))',
    "Errorf": MANY + '__out = fmt.Errorf(strings.Repeat("%v", 3000), xs...).Error()',
    "a slice": MANY + "__out = len(fmt.Sprint([]any{xs, xs}))",
    "Marshal": MANY + "data, _ := json.Marshal(xs)\n__out = len(data)",
    "an encoder": MANY + "var out bytes.Buffer\njson.NewEncoder(&out).Encode(xs)\n__out = out.Len()",
    "a template": MANY
    + 'var out strings.Builder\ntemplate.Must(template.New("x").Parse("{{range .}}{{.}}{{end}}")).Execute(&out, xs)\n__out = out.Len()',
    "lines": TEXT % "bytes.Lines(b)",
    "pieces": TEXT % 'bytes.SplitSeq(b, []byte(","))',
    "pieces with ends": TEXT % 'bytes.SplitAfterSeq(b, []byte(","))',
    "long separators": TEXT % "bytes.SplitSeq([]byte(`a`), b)",
    "fields": TEXT % "bytes.FieldsSeq(b)",
    "fields by a function": TEXT % "bytes.FieldsFuncSeq(b, unicode.IsSpace)",
}


@pytest.mark.parametrize("code", WRITTEN.values(), ids=WRITTEN)
def test_it_counts(code: str) -> None:
    with traced() as memory, pytest.raises(LimitError) as ended:
        codemode.run(code, limits=Limits(memory_limit_bytes=LIMIT, timeout_ms=60_000))
    assert ended.value.code == "memory_limit_exceeded"
    assert memory.peak < 4 * LIMIT
