"""exp, log, pow and trigonometry as Go computes them. C libraries differ in the last bits, and a replay must give the same results on every
machine."""
