"""crypto/md5."""

from __future__ import annotations

from codemode.stdlib.hash.digests import register_hash
from codemode.stdlib.registry import Package

md5 = Package("crypto/md5", doc="the MD5 hash algorithm")
md5.const("const BlockSize = 64", "The block size of MD5 in bytes.")
register_hash(md5, "MD5", 16, 64, "digest", "Sum")
