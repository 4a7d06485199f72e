"""sync and sync/atomic: `locks` has the package; `once`, `wait` and `shared` have the other types."""
