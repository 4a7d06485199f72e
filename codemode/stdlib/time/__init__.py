"""time: `base` has the package and its types; the other modules its functions and methods."""
