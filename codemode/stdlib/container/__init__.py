"""container/heap and container/list."""
