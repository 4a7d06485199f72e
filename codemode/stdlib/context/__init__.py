"""context: `base` has the types, `cancel` cancellation, `timers` deadlines and timeouts."""
