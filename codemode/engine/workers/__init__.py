"""Guests in their own processes: a fork server that forks workers, the privileges that a worker drops, and how the host moves a guest."""
