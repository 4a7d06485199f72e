"""Runs Python programs: a policy based on RestrictedPython, guards, a library of proxies, and the same machine as for Go."""
