"""unicode and unicode/utf8: `tables` has the functions on characters and the tables."""
