"""regexp: `package` and `replacing` have the functions, `engine` is RE2."""
