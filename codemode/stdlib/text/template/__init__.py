"""text/template: `package` has the type Template; `lex`, `parse` and `nodes` read a template, `exec` and `eval` run it."""
