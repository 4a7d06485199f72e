"""Where a browser is on this machine. Tests of the page need one; without it they are left out, and the end of the run says so."""

from __future__ import annotations

import os
import shutil
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
REQUIRED: Final = "CODEMODE_BROWSER"  # set to "required" by .ci/run
LEFT_OUT: Final = "browser tests were left out: this machine has no chromium (apt-get install chromium)"


def found() -> str | None:
    return next((path for path in map(shutil.which, NAMES) if path is not None), None)


def is_required() -> bool:
    return os.environ.get(REQUIRED) == "required"
