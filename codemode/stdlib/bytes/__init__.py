"""bytes: `text` mirrors strings, `cut` gives parts of its argument, `buffer` is Buffer and Reader."""
