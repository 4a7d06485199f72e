"""crypto/sha256."""

from __future__ import annotations

from codemode.stdlib.hash.digests import register_hash
from codemode.stdlib.registry import Package

sha256 = Package("crypto/sha256")
sha256.const("const BlockSize = 64")
register_hash(sha256, "SHA-256", 32, 64, "Digest", "Sum256")
register_hash(sha256, "SHA-224", 28, 64, "Digest224", "Sum224", "224")
