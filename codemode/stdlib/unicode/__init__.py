"""unicode, unicode/utf8 and unicode/utf16: `tables` has kinds, cases and tables of characters."""
