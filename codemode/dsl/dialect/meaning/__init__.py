"""Readings that need types: conversions, conditions, dropped errors, loops, results, tools; and the hints."""
