"""fmt: `print` and `scan` have the functions; `values`, `directives`, `formatting` and `scanning` do the work."""
