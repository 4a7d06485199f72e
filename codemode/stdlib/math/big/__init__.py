"""math/big: `ints` calculates with Int, `format` reads and writes it, `rats` is Rat."""
