"""Reads what models write in place of Go."""
