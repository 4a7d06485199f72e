"""slices: `base` has the package, `search`, `edit` and `sort` have its functions."""
