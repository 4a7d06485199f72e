"""The entry point `codemode`, and `python -m codemode`."""

import sys

INTERRUPTED = 130


def main() -> int:
    """Like `codemode.cli.main`; an interrupt ends the command without a traceback, also while it is imported."""
    try:
        from codemode.cli import main as begin

        return begin()
    except KeyboardInterrupt:
        print("codemode: interrupted", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
