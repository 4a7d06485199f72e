"""`python -m codemode`."""

from codemode.cli import main

if __name__ == "__main__":
    main()
