"""text/tabwriter and text/template."""
