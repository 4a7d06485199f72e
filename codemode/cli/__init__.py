"""The command line `codemode`."""

from __future__ import annotations

from codemode.cli.reading import main, parser

__all__ = ["main", "parser"]
