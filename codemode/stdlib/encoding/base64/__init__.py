"""encoding/base64: `package` has the functions, `text` encodes and decodes."""
