"""The syntax of Go: text to tokens, tokens to a tree."""
