"""What models write when they mean Go, and how it is read."""
