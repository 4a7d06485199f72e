"""golang.org/x/sync/errgroup."""
