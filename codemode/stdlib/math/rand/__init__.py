"""math/rand and math/rand/v2."""
