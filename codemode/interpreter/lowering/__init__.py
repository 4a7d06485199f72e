"""A checked tree becomes Python closures: one module for each kind of node."""
