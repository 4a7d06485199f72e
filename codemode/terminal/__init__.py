"""Between the command line and the rest: what comes in from files and flags, and how results look in a terminal."""
