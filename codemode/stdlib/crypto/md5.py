"""crypto/md5."""

from __future__ import annotations

from codemode.stdlib.hash.digests import register_hash
from codemode.stdlib.registry import Package

md5 = Package("crypto/md5")
md5.const("const BlockSize = 64")
register_hash(md5, "MD5", 16, 64, "digest", "Sum")
