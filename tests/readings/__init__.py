"""Every reading of a foreign form beside its original: the same text is run by us and by the language it comes from, and the values compared."""
