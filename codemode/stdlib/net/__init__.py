"""net/url."""
