"""math, and the packages below it: `package` has the functions, the other modules the algorithms."""
