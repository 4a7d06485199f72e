"""strings: `text` and `cut` have the functions, `types` is Builder, Reader and Replacer."""
