"""encoding, and the packages below it."""
