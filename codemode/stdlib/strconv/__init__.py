"""strconv: `package` has the functions, `floats` and `quoting` do the work."""
