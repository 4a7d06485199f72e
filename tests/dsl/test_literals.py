"""Numbers, runes and strings have exact values, and what is no literal is refused in the words of Go's scanner."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from codemode.dsl import nodes as n
from codemode.dsl import parse
from codemode.errors import ParseError

VALUES: list[tuple[str, str, Any]] = [
    ("0", "INT", 0),
    ("42", "INT", 42),
    ("1_000_000", "INT", 1_000_000),
    ("0600", "INT", 0o600),
    ("0_600", "INT", 0o600),
    ("0o17", "INT", 15),
    ("0O17", "INT", 15),
    ("0xBad_Face", "INT", 0xBADFACE),
    ("0x_67", "INT", 0x67),
    ("0b1011", "INT", 11),
    ("170141183460469231731687303715884105727", "INT", 2**127 - 1),
    ("0.", "FLOAT", Fraction(0)),
    ("72.40", "FLOAT", Fraction(7240, 100)),
    ("072.40", "FLOAT", Fraction(7240, 100)),
    ("1.e+0", "FLOAT", Fraction(1)),
    ("6.67428e-11", "FLOAT", Fraction(667428, 10**16)),
    ("1E6", "FLOAT", Fraction(10**6)),
    (".25", "FLOAT", Fraction(1, 4)),
    (".12345E+5", "FLOAT", Fraction(12345)),
    ("1_5.", "FLOAT", Fraction(15)),
    ("0.15e+0_2", "FLOAT", Fraction(15)),
    ("09.5", "FLOAT", Fraction(95, 10)),
    ("0x1p-2", "FLOAT", Fraction(1, 4)),
    ("0x2.p10", "FLOAT", Fraction(2048)),
    ("0x1.Fp+0", "FLOAT", Fraction(31, 16)),
    ("0X.8p-0", "FLOAT", Fraction(1, 2)),
    ("0X_1FFFP-16", "FLOAT", Fraction(0x1FFF, 1 << 16)),
    ("0i", "IMAG", Fraction(0)),
    ("0123i", "IMAG", Fraction(123)),
    ("0o123i", "IMAG", Fraction(0o123)),
    ("0xabci", "IMAG", Fraction(0xABC)),
    ("2.71828i", "IMAG", Fraction(271828, 100000)),
    (".12345E+5i", "IMAG", Fraction(12345)),
    ("'a'", "CHAR", ord("a")),
    ("'ä'", "CHAR", ord("ä")),
    ("'本'", "CHAR", ord("本")),
    (r"'\t'", "CHAR", 9),
    (r"'\000'", "CHAR", 0),
    (r"'\xff'", "CHAR", 255),
    (r"'\u12e4'", "CHAR", 0x12E4),
    (r"'\U00101234'", "CHAR", 0x101234),
    (r"'\''", "CHAR", ord("'")),
    (r"'\\'", "CHAR", ord("\\")),
    ("'\"'", "CHAR", ord('"')),
    ('""', "STRING", b""),
    ('"abc"', "STRING", b"abc"),
    ('"日本語"', "STRING", "日本語".encode()),
    (r'"\n\t\a\b\f\r\v\\\""', "STRING", b'\n\t\a\b\f\r\v\\"'),
    (r'"\xff\u00FF\377\U0001F600"', "STRING", b"\xff\xc3\xbf\xff\xf0\x9f\x98\x80"),
    ('"// no comment /* none */"', "STRING", b"// no comment /* none */"),
    ("`abc`", "STRING", b"abc"),
    (r"`\n\d`", "STRING", rb"\n\d"),
    ("`a\nb`", "STRING", b"a\nb"),
    ("`a\r\nb`", "STRING", b"a\nb"),
    ("`// \"no\" 'comment'`", "STRING", b"// \"no\" 'comment'"),
]

REFUSED = [
    ("08", "invalid digit '8' in octal literal"),
    ("0_8", "invalid digit '8' in octal literal"),
    ("0b12", "invalid digit '2' in binary literal"),
    ("0o8", "invalid digit '8' in octal literal"),
    ("0x", "hexadecimal literal has no digits"),
    ("0b", "binary literal has no digits"),
    ("0x1.5", "hexadecimal mantissa requires a 'p' exponent"),
    ("0b1.0", "invalid radix point in binary literal"),
    ("1e", "exponent has no digits"),
    ("1e+", "exponent has no digits"),
    ("1p5", "'p' exponent requires hexadecimal mantissa"),
    ("1__0", "'_' must separate successive digits"),
    ("42_", "'_' must separate successive digits"),
    ("1_.5", "'_' must separate successive digits"),
    ("1e_5", "'_' must separate successive digits"),
    ("1e99999", "excessively large exponent in constant"),
    ("0x1p99999999999999", "excessively large exponent in constant"),
    ("9" * 5000, "excessively long constant: 9999999999... (5000 chars)"),
    ("''", "empty rune literal or unescaped '"),
    ("'ab'", "more than one character in rune literal"),
    ("'a", "rune literal not terminated"),
    ("'a\n", "newline in rune literal"),
    (r"'\d'", "unknown escape"),
    (r"'\400'", "octal escape value 256 > 255"),
    (r"'\uD800'", "escape is invalid Unicode code point U+D800"),
    (r"'\U00110000'", "escape is invalid Unicode code point U+110000"),
    ('"abc', "string not terminated"),
    ('"abc\n', "newline in string"),
    ("`abc", "string not terminated"),
    (r'"\d"', "unknown escape"),
    (r'"\x4"', "invalid character in hexadecimal escape"),
    (r'"\18"', "invalid character in octal escape"),
    ("/* abc", "comment not terminated"),
    ("x²", "invalid character U+00B2 '²' in identifier"),
    ("“a”", "invalid character U+201C '“'"),
    ("a\u00a0+ b", "invalid character U+00A0 '\\xa0'"),
]


def literal(text: str, *, repair: bool = False) -> n.BasicLit:
    stmt = parse(f"x = {text}", repair=repair).file.stmts[0]
    assert isinstance(stmt, n.AssignStmt)
    found = stmt.rhs[0]
    assert isinstance(found, n.BasicLit)
    return found


@pytest.mark.parametrize(("text", "kind", "value"), VALUES)
def test_value(text: str, kind: str, value: Any) -> None:
    found = literal(text)
    assert (found.kind, found.value, found.raw) == (kind, value, text)
    assert type(found.value) is type(value)


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text[:20] for text, _ in REFUSED])
def test_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        parse(f"x = {text}", repair=False)
    found = error.value.diagnostics[0]
    assert found.message == message
    assert found.line == 1
    assert found.column >= 5


@pytest.mark.parametrize("name", ["x", "_", "été", "变量", "x٣", "ñandú1"])
def test_names(name: str) -> None:
    stmt = parse(f"{name} := 1", repair=False).file.stmts[0]
    assert isinstance(stmt, n.AssignStmt)
    assert isinstance(stmt.lhs[0], n.Ident)
    assert stmt.lhs[0].name == name
