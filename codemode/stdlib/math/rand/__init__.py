"""math/rand and math/rand/v2, with their generators."""
