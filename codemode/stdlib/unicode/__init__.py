"""unicode, unicode/utf8 and unicode/utf16: `tables` has the functions on characters and the tables."""
