"""math/big: `ints` has Int, `format` its text forms, `rats` has Rat."""
