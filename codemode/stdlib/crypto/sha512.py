"""crypto/sha512."""

from __future__ import annotations

from codemode.stdlib.hash.digests import register_hash
from codemode.stdlib.registry import Package

sha512 = Package("crypto/sha512", doc="the SHA-384 and SHA-512 hash algorithms")
sha512.const("const BlockSize = 128", "The block size of SHA-512 and SHA-384 in bytes.")
register_hash(sha512, "SHA-512", 64, 128, "Digest", "Sum512")
register_hash(sha512, "SHA-384", 48, 128, "Digest384", "Sum384", "384")
