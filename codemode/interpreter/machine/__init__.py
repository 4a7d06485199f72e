"""The parts that run a program: values, operations, goroutines, the meter, and the conversion of data from and to the host."""
