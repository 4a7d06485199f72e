"""encoding/base64: `package` has the functions, `text` does the work."""
