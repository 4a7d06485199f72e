"""bytes: `text` works like package strings, `cut` returns parts of its argument, `buffer` has Buffer and Reader."""
