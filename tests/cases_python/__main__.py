"""What plain CPython makes of the cases: `python -m tests.cases_python` writes it down, with `--check` it only compares."""

from __future__ import annotations

import json
import sys

from tests.cases_python.cases import EXPECTED, cases
from tests.cases_python.plain import told

found = {f"{theme}: {name}": told(code) for theme, name, code in cases()}
text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
if "--check" in sys.argv:
    differing = [name for name, value in json.loads(EXPECTED.read_text()).items() if found.get(name) != value]
    print("\n".join(differing) or "no difference")
    raise SystemExit(bool(differing))
EXPECTED.write_text(text)
