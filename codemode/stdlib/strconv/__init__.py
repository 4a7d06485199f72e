"""strconv: `package` has the functions, `floats` and `quoting` convert floats and quoted strings."""
