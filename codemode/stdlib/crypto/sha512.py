"""crypto/sha512."""

from __future__ import annotations

from codemode.stdlib.hash.digests import register_hash
from codemode.stdlib.registry import Package

sha512 = Package("crypto/sha512")
sha512.const("const BlockSize = 128")
register_hash(sha512, "SHA-512", 64, 128, "Digest", "Sum512")
register_hash(sha512, "SHA-384", 48, 128, "Digest384", "Sum384", "384")
