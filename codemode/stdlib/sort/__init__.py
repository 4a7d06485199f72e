"""sort: `package` has the functions, `order` the algorithm."""
