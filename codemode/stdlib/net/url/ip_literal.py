"""Checks IP addresses, with the messages of Go's net/netip, for URLs with a host in brackets."""

from __future__ import annotations

from codemode.stdlib.strconv.quoting import quote

_HEX = b"0123456789ABCDEFabcdef"


class BadAddress(Exception):
    """The text is no IP address. `text` is the message of netip.ParseAddr."""

    def __init__(self, whole: bytes, message: bytes, at: bytes = b"") -> None:
        super().__init__()
        self.text = b"ParseAddr(%b): %b" % (quote(whole), message)
        if at:
            self.text += b" (at %b)" % quote(at)


def check_ipv6(s: bytes) -> bool:
    """Returns whether `s` is an IPv6 address; False means IPv4. Raises BadAddress for anything else."""
    for c in s:
        if c == 0x2E:
            _check_ipv4(s, s)
            return False
        if c == 0x3A:
            _check_groups(s)
            return True
        if c == 0x25:
            raise BadAddress(s, b"missing IPv6 address")
    raise BadAddress(s, b"unable to parse IP")


def _check_ipv4(whole: bytes, s: bytes) -> None:
    fields, value, digits = 0, 0, 0
    for i, c in enumerate(s):
        if 0x30 <= c <= 0x39:
            if digits == 1 and value == 0:
                raise BadAddress(whole, b"IPv4 field has octet with leading zero")
            value, digits = value * 10 + c - 0x30, digits + 1
            if value > 255:
                raise BadAddress(whole, b"IPv4 field has value >255")
        elif c == 0x2E:
            if i == 0 or i == len(s) - 1 or s[i - 1] == 0x2E:
                raise BadAddress(whole, b"IPv4 field must have at least one digit", s[i:])
            if fields == 3:
                raise BadAddress(whole, b"IPv4 address too long")
            fields, value, digits = fields + 1, 0, 0
        else:
            raise BadAddress(whole, b"unexpected character", s[i:])
    if fields < 3:
        raise BadAddress(whole, b"IPv4 address too short")


def _check_groups(whole: bytes) -> None:
    s, percent, zone = whole.partition(b"%")
    if percent and not zone:
        raise BadAddress(whole, b"zone must be a non-empty string")
    ellipsis = s.startswith(b"::")
    if ellipsis:
        s = s[2:]
        if not s:
            return
    size = 0  # bytes of the address so far
    while size < 16:
        digits = len(s) - len(s.lstrip(_HEX))
        if digits > 4:
            raise BadAddress(whole, b"each group must have 4 or less digits", s)
        if digits == 0:
            raise BadAddress(whole, b"each colon-separated field must have at least one digit", s)
        if s[digits : digits + 1] == b".":
            if not ellipsis and size != 12:
                raise BadAddress(whole, b"embedded IPv4 address must replace the final 2 fields of the address", s)
            if size > 12:
                raise BadAddress(whole, b"too many hex fields to fit an embedded IPv4 at the end of the address", s)
            _check_ipv4(whole, s)
            s, size = b"", size + 4
            break
        s, size = s[digits:], size + 2
        if not s:
            break
        if s[0] != 0x3A:
            raise BadAddress(whole, b"unexpected character, want colon", s)
        if len(s) == 1:
            raise BadAddress(whole, b"colon must be followed by more characters", s)
        s = s[1:]
        if s[0] == 0x3A:
            if ellipsis:
                raise BadAddress(whole, b"multiple :: in address", s)
            ellipsis, s = True, s[1:]
            if not s:
                break
    if s:
        raise BadAddress(whole, b"trailing garbage after address", s)
    if size < 16 and not ellipsis:
        raise BadAddress(whole, b"address string too short")
    if size == 16 and ellipsis:
        raise BadAddress(whole, b"the :: must expand to at least one field of zeros")
