"""sync and sync/atomic: `locks` has the package; `once`, `wait` and `shared` the other types."""
