"""net/url, gathered from the modules that hold its parts."""

from __future__ import annotations

from codemode.stdlib import url_methods, url_parse, url_values
from codemode.stdlib.url_escape import url

__all__ = ["url", "url_methods", "url_parse", "url_values"]
