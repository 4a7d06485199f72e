"""The commands of the command line: they read files and flags, and show results in a terminal."""
