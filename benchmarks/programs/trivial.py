out = 2 + 3
