"""`python -m codemode`."""

import sys

from codemode.cli import main

if __name__ == "__main__":
    sys.exit(main())
