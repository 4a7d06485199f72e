"""The contract as a table of requests and replies, run over every isolation."""
