"""math/big, in parts: big_ints calculates with Int, big_format reads and writes it, big_rats is Rat."""

from __future__ import annotations

from codemode.stdlib import big_format, big_ints, big_rats
from codemode.stdlib.big_base import big

__all__ = ["big", "big_format", "big_ints", "big_rats"]
