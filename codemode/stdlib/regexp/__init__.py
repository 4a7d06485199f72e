"""regexp: `package` has the functions, `engine` is RE2."""
