"""crypto/sha1."""

from __future__ import annotations

from codemode.stdlib.hash.digests import register_hash
from codemode.stdlib.registry import Package

sha1 = Package("crypto/sha1", doc="the SHA-1 hash algorithm")
sha1.const("const BlockSize = 64", "The block size of SHA-1 in bytes.")
register_hash(sha1, "SHA-1", 20, 64, "digest", "Sum")
