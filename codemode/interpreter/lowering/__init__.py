"""Lowers a checked tree to Python closures: one module for each kind of node.

A closure has a parameter `at`, which its body does not use: the offset of its node in the source. A trace reads it from Python's frame
(`machine/panics.py`).
"""
