"""The hash packages against what real Go printed (printed/hash.go made printed/hash.txt)."""

import pytest

from tests.interpreter.running import run
from tests.stdlib.printed_programs import assert_prints_the_same

PROGRAM = """package main
import ("crypto/sha256"; "crypto/md5"; "hash/fnv"; "hash/crc32"; "io"; "strings")
var _, _, _ = fnv.New32, crc32.NewIEEE, io.WriteString
func main() {{ _, _ = sha256.New, md5.New; data := strings.Repeat("x", 1<<20); b := []byte(data); _ = b; for range 100 {{ {} }} }}
"""


def test_prints_what_go_prints():
    assert_prints_the_same("hash")


@pytest.mark.parametrize(
    ("body", "least"),
    [
        ("sha256.Sum256(b)", 100 << 14),
        ("md5.New().Write(b)", 100 << 14),
        ("io.WriteString(md5.New(), data)", 100 << 14),
        ("fnv.New32a().Write(b)", 100 << 19),
        ("crc32.ChecksumIEEE(b)", 100 << 14),
    ],
)
def test_work_is_charged_by_the_byte(body: str, least: int):
    # one megabyte a hundred times: the budget ends it long before
    failed = run(PROGRAM.format(body), max_steps=min(least // 2, 1_000_000)).failure
    assert failed.code == "step_limit_exceeded"
