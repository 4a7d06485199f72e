"""Guests in processes of their own: a nursery that forks workers, what a worker gives up, and how a guest is moved from here."""
