"""path and path/filepath."""
