"""Readings of tokens: blocks, loops, declarations, functions, strings and words of Python and JavaScript."""
