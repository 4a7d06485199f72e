"""slices: `base` has the package, `search`, `edit` and `sort` its functions."""
