"""encoding: the interfaces of types that convert themselves to and from bytes and text."""

from __future__ import annotations

from codemode.stdlib.registry import Package

encoding = Package("encoding")

for _what, _bytes in (("Binary", "data"), ("Text", "text")):
    encoding.type(f"type {_what}Marshaler interface {{ Marshal{_what}() ({_bytes} []byte, err error) }}")
    encoding.type(f"type {_what}Unmarshaler interface {{ Unmarshal{_what}({_bytes} []byte) error }}")
    encoding.type(f"type {_what}Appender interface {{ Append{_what}(b []byte) ([]byte, error) }}")
