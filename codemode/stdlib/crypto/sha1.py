"""crypto/sha1."""

from __future__ import annotations

from codemode.stdlib.hash.digests import register_hash
from codemode.stdlib.registry import Package

sha1 = Package("crypto/sha1")
sha1.const("const BlockSize = 64")
register_hash(sha1, "SHA-1", 20, 64, "digest", "Sum")
