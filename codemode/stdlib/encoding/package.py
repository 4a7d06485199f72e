"""encoding: the interfaces of types that convert themselves to and from bytes and text."""

from __future__ import annotations

from codemode.stdlib.registry import Package

encoding = Package("encoding", doc="interfaces of types that convert themselves to and from bytes and text")

for _what, _bytes in (("Binary", "data"), ("Text", "text")):
    encoding.type(
        f"type {_what}Marshaler interface {{ Marshal{_what}() ({_bytes} []byte, err error) }}",
        f"{_what}Marshaler is implemented by what can marshal itself into {_what.lower()} form.",
    )
    encoding.type(
        f"type {_what}Unmarshaler interface {{ Unmarshal{_what}({_bytes} []byte) error }}",
        f"{_what}Unmarshaler is implemented by what can unmarshal {_what.lower()} form into itself.",
    )
    encoding.type(
        f"type {_what}Appender interface {{ Append{_what}(b []byte) ([]byte, error) }}",
        f"{_what}Appender is implemented by what can append its {_what.lower()} form to a slice.",
    )
