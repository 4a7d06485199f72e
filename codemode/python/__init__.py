"""Programs in Python: a policy class on RestrictedPython, guards, library proxies, and a machine like that of every program."""
