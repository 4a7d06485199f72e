"""sort: `package` has the functions, `pdqsort` the algorithm."""
