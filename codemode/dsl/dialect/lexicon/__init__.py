"""Readings of functions and methods of other languages by their names."""
