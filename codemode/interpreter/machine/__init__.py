"""What runs while a program runs: values, operations, goroutines, the meter, and what goes in and out."""
