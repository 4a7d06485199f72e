"""container/heap, container/list and container/ring."""
