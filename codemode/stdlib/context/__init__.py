"""context: `base` has the types, `cancel` what is cancelled, `timers` deadlines and timeouts."""
