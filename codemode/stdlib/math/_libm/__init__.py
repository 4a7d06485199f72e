"""exp, log, pow and trigonometry as Go computes them: the last bits differ between the C libraries of machines, and a run must replay on each."""
