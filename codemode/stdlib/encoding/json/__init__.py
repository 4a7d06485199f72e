"""encoding/json: `package` has the functions, `types` the types; `encode`, `decode` and `stream` do the work."""
