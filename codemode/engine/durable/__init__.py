"""Runs that outlive their process: journals, the stores that keep them, leases, and how another process goes on."""
