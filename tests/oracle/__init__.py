"""Real Go as the judge: makes and re-checks the expected results in tests/cases, and compares random programs."""
