"""io: `base` has the interfaces and functions, `types` and `pipe` the readers and writers of the package."""
